"""The report: one HTML file that needs nothing else."""

from reports.report.build import build_report

__all__ = ["build_report"]
