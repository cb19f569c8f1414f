"""Keyfob at OpenID providers of others: see Scripts/interop-openid."""
