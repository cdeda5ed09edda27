"""Addresses that must go on being asked; tables for `test_hostile_addresses.py`."""

GOOD: tuple[tuple[str, str, str], ...] = (
    ("http://8.8.8.8/", "8.8.8.8", "8.8.8.8"),
    ("http://1.1.1.1:8080/", "1.1.1.1", "1.1.1.1:8080"),
    ("http://[2606:4700:4700::1111]/", "2606:4700:4700::1111", "[2606:4700:4700::1111]"),
    ("http://[2606:4700:4700:0:0:0:0:1111]:8443/", "2606:4700:4700::1111", "[2606:4700:4700::1111]:8443"),
    ("http://[64:ff9b::8.8.8.8]/", "64:ff9b::808:808", "[64:ff9b::808:808]"),
    ("http://photos.example/a b.jpg", "93.184.216.34", "photos.example"),
    ("HTTP://Photos.Example:80/", "93.184.216.34", "photos.example"),
    ("http://photos.example.:8080/", "93.184.216.34", "photos.example:8080"),
    ("http://photos.example:443/", "93.184.216.34", "photos.example:443"),
    ("http://photos.example:/", "93.184.216.34", "photos.example"),
    ("http://photos.example?q=1@127.0.0.1", "93.184.216.34", "photos.example"),
    ("http://photos.example#@127.0.0.1", "93.184.216.34", "photos.example"),
    ("http://photos.example/@127.0.0.1", "93.184.216.34", "photos.example"),
    ("http://127.0.0.1.nip.example/", "93.184.216.34", "127.0.0.1.nip.example"),
    ("http://local.example/", "93.184.216.34", "local.example"),
    ("http://notlocal.example/", "93.184.216.34", "notlocal.example"),
    ("http://myhome.arpa/", "93.184.216.34", "myhome.arpa"),
    ("http://xlocalhost.example/", "93.184.216.34", "xlocalhost.example"),
    ("http://a_b.photos.example/", "93.184.216.34", "a_b.photos.example"),
    ("http://1e3.example/", "93.184.216.34", "1e3.example"),
    ("http://bücher.example/", "93.184.216.34", "xn--bcher-kva.example"),
    ("http://ｐｈｏｔｏｓ。example/", "93.184.216.34", "photos.example"),
    ("http://faß.example/", "93.184.216.34", "xn--fa-hia.example"),
    ("http://例え.例/", "93.184.216.34", "xn--r8jz45g.xn--fsq"),
    ("http://xn--r8jz45g.example/", "93.184.216.34", "xn--r8jz45g.example"),
)
"""Address, what is dialled, and the Host that is sent. Every name leads to 93.184.216.34."""

GOOD_ANSWERS = (
    "8.8.8.8",
    "2606:4700::1111",
    "64:ff9b::808:808",
    "64:ff9b:1::808:808",
    "64:ff9b:1:fffe::808:808",
    "64:ff9b:1:808:8:800::",
    "2002:808:808::1",
    "::ffff:8.8.8.8",
)
"""What a name may lead to, on a network with DNS64 too."""
