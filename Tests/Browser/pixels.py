"""What a page looks like: its pixels, and how much they contrast (WCAG 2)."""

import base64
import struct
import zlib


def shot(page, left, top, width, height):
    """Rows of (red, green, blue) of a part of the window."""
    data = page.driver.execute_cdp_cmd("Page.captureScreenshot", {
        "format": "png", "clip": {"x": left, "y": top, "width": width, "height": height, "scale": 1}})["data"]
    return decoded(base64.b64decode(data))


def decoded(data):
    """The rows of a PNG of 8 bits a channel, without interlacing."""
    at, header, body = 8, None, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            body += chunk
        at += size + 12
    width, height, depth, colours, _, _, interlaced = header
    assert depth == 8 and colours in (2, 6) and not interlaced, header
    step = 3 if colours == 2 else 4
    raw, stride, rows = zlib.decompress(body), width * step, []
    before = bytearray(stride)
    for row in range(height):
        begin = row * (stride + 1)
        kind, line = raw[begin], bytearray(raw[begin + 1:begin + 1 + stride])
        for index in range(stride):
            left = line[index - step] if index >= step else 0
            up, corner = before[index], before[index - step] if index >= step else 0
            line[index] = (line[index] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255
        rows.append([tuple(line[index:index + 3]) for index in range(0, stride, step)])
        before = line
    return rows


def paeth(left, up, corner):
    """The neighbour that is nearest to what the three foretell."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def luminance(colour):
    parts = [part / 255 for part in colour]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722)))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
