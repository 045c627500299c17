"""The API for the catalogue and for collections."""
