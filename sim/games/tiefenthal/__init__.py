"""The Taverns of Tiefenthal (Wolfgang Warsch, 2019): two to four taverns, eight evenings, five modules."""
