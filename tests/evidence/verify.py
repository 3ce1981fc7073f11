"""Verifies exports, Belege and proofs of audit logs, written from docs/evidence.md alone.

    verify.py export FILE --key PUBLIC_KEY
    verify.py export FILE --checkpoint KEPT     (KEPT: an answer of history-checkpoint)
    verify.py proof FILE --key VERIFIER_KEY     (FILE: an answer of history-proof)
    verify.py consistency FILE OLDER NEWER --key VERIFIER_KEY     (an answer of history-consistency, and two checkpoints)
    verify.py beleg FILE --key PUBLIC_KEY_OR_VERIFIER_KEY
    verify.py stamp TOKEN TEXT ROOT     (a token as base64, what it is over, a certificate as PEM)
    verify.py serve     (a job per line as JSON: its arguments, with texts in the place of files)

`--witness VERIFIER_KEY`, also several times: each must have signed the checkpoint of the proof or Beleg, both checkpoints of a
consistency, or the kept checkpoint of an export. But for a Beleg a witness is an anchor without `--key`.

Exits with 0 and says what is proved, or with 1 and says what does not fit. Needs only python3-cryptography.
"""
import argparse, base64, hashlib, json, re, sys
from datetime import datetime, timezone
from hashlib import sha256
from urllib.parse import urlsplit
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512
from cryptography.x509.oid import ExtendedKeyUsageOID


class Broken(Exception):
    pass


def require(holds, problem):
    if not holds:
        raise Broken(problem)


def decode(text, urlsafe=False):
    """base64 of one form only: no padding where there is none, no stray bits."""
    padded = text + "=" * (-len(text) % 4) if urlsafe else text
    data = base64.b64decode(padded, b"-_" if urlsafe else None, validate=True)
    again = (base64.urlsafe_b64encode if urlsafe else base64.b64encode)(data).decode()
    require(text == (again.rstrip("=") if urlsafe else again), "a text is not in its one encoding")
    return data


def url64(text):
    return decode(text, urlsafe=True)


def hex_of(*parts):
    return sha256(b"".join(parts)).hexdigest()


def dense(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def canonical(value):
    """RFC 8785 for what is signed here: objects, arrays, texts, integers, booleans and null. Keys are ASCII."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def signed_by_ed25519(key, signature, text):
    ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, text)


# Entries


def check_entry(entry):
    previous, sequence = entry["previousHash"], entry["sequence"]
    require((previous is None) == (sequence == 1), f"entry {sequence} does not name the one before")
    text = "\n".join([previous or "0" * 64, str(sequence), entry["id"], entry["factHash"]])
    require(entry["hash"] == hex_of(text.encode()), f"entry {sequence} does not have its hash")


# Signatures of devices


def cbor(data, at=0):
    """The item at a place, and the place after it: what keys of passkeys are made of."""
    major, size = data[at] >> 5, data[at] & 31
    at += 1
    if size >= 24:
        width = 1 << (size - 24)
        size, at = int.from_bytes(data[at : at + width], "big"), at + width
    if major < 2:
        return (size if major == 0 else -1 - size), at
    if major == 2:
        return data[at : at + size], at + size
    require(major == 5, "a key cannot be read")
    items = {}
    for _ in range(size):
        name, at = cbor(data, at)
        items[name], at = cbor(data, at)
    return items, at


def p256(x, y):
    return ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()).public_key()


def check_passkey(kept, origins):
    client_bytes, data = url64(kept["clientDataJSON"]), url64(kept["authenticatorData"])
    client, cose = json.loads(client_bytes), url64(kept["publicKey"])
    key, end = cbor(cose)
    require(end == len(cose), "a key cannot be read")
    require(client["type"] == "webauthn.get" and client.get("crossOrigin") is not True, "the page was not its own")
    require(client["challenge"] == kept["challenge"], "the passkey signed something else")
    require(not origins or client["origin"] in origins, f"the passkey signed on a page of {client['origin']}")
    require(data[:32] == sha256(urlsplit(client["origin"]).hostname.encode()).digest(), "the passkey is of another site")
    require(data[32] & 5 == 5, "the person was not verified")
    signature, text = url64(kept["signature"]), data + sha256(client_bytes).digest()
    if (key[1], key[3], key[-1]) == (2, -7, 1):
        p256(key[-2], key[-3]).verify(signature, text, ec.ECDSA(SHA256()))
    elif (key[1], key[3], key[-1]) == (1, -8, 6):
        signed_by_ed25519(key[-2], signature, text)
    else:
        require((key[1], key[3]) == (3, -257), "a key cannot be read")
        numbers = rsa.RSAPublicNumbers(int.from_bytes(key[-2], "big"), int.from_bytes(key[-1], "big"))
        numbers.public_key().verify(signature, text, padding.PKCS1v15(), SHA256())


def check_pin(kept):
    jwk, signature = json.loads(kept["publicKey"]), url64(kept["signature"])
    require(len(signature) == 64, "a signature has another length")
    require(canonical(jwk) == kept["publicKey"] and (jwk["kty"], jwk["crv"]) == ("EC", "P-256"), "a key cannot be read")
    require(len(url64(jwk["x"])) == len(url64(jwk["y"])) == 32, "a key cannot be read")
    der = utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    p256(url64(jwk["x"]), url64(jwk["y"])).verify(der, url64(kept["challenge"]), ec.ECDSA(SHA256()))


def text_hash(text):
    return base64.urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")


def content_of(kept):
    require(text_hash(kept["canonical"]) == kept["challenge"], "another text was signed")
    signed = json.loads(kept["canonical"])
    require(canonical(signed) == kept["canonical"], "what was signed is not canonical")
    if "listed" not in kept:
        return signed
    text, place = kept["listed"]["canonical"], kept["listed"]["place"]
    content, of = json.loads(text), signed["list"][place]
    require(signed["count"] == len(signed["list"]), "the list has another count")
    require(of["requestId"] == content["requestId"] and content["kind"] == "approval", "the list has something else")
    require(of["contentHash"] == text_hash(text), "the list has another content")
    return content


KINDS = {
    "request.created": "creation",
    "request.approved": "approval",
    "request.approval-given": "approval",
    "request.glass-broken": "break-glass",
    "request.glass-confirmed": "glass-confirmation",
    "change.approved": "change",
}


def check_evidence(entry, workspace, origins):
    assurance = entry.get("assurance")
    if entry["action"] not in KINDS or assurance not in ("passkey", "pin"):
        return 0, 0
    kept = entry["evidence"]
    content = content_of(kept)
    require(("clientDataJSON" in kept) == (assurance == "passkey"), "it was signed in another way")
    check_passkey(kept, origins) if assurance == "passkey" else check_pin(kept)
    about = "change" if content["kind"] == "change" else "request"
    require((about, content[about + "Id"]) == (entry["target"]["kind"], entry["target"]["id"]), "it is of something else")
    require(content["kind"] == KINDS[entry["action"]], "it is of something else")
    require(content["workspaceId"] == workspace, "it is of another workspace")
    return 1, check_line_wording(entry, content)


def check_line_wording(entry, signed):
    """1 if the line has what was signed; 0 if it has only its hash."""
    wording, target = entry.get("wording"), entry["target"]["id"]
    if wording is None:
        return 0
    broken = {"sequence": 0, "action": "request.glass-broken", "participantId": signed.get("brokenBy")}
    about = {"id": target, "workspace": {"id": signed["workspaceId"]}, "entries": [broken], "signatures": [broken]}
    signature = {"participantId": signed["approverId"], "onBehalfOf": signed.get("onBehalfOf")}
    if signed["kind"] == "change":
        typed = [one for one in wording["changes"] if one["field"] in ("email", "callBackNumber", "name", "kind")]
        erased = bool(typed) and (typed[0]["after"] is None or wording["salt"] is None)
        change = {**wording, "requestedBy": signed["requestedBy"], "expiresAt": signed["expiresAt"]}
        expected = expected_of_change({**about, "erased": ["change"] if erased else [], "change": change}, signature, signed)
    else:
        erased = wording["title"] is None or wording["salt"] is None or wording["fields"] is None
        check_wording(wording)
        expected = expected_of_request({**about, "request": wording}, signature, signed)
    require(canonical({**expected, "nonce": signed["nonce"]}) == canonical(signed), "another wording was signed")
    return 0 if erased else 1


# Exports

LINE = re.compile(r'(\{.*),"lineHash":"([0-9a-f]{64})"\}', re.S)


def check_checkpoint(checkpoint):
    content, key = checkpoint["content"], url64(checkpoint["publicKey"])
    require(content["keyId"] == hex_of(key)[:16], "the key has another id")
    require((content["v"], content["kind"]) == (1, "history-checkpoint"), "the checkpoint is of another kind")
    message = "vieraugen.history-checkpoint.v1\n" + canonical(content)
    signed_by_ed25519(key, url64(checkpoint["signature"]), message.encode())


def check_kept(earlier, content, hashes, witnesses):
    """Whether the log of a whole export begins with that of a kept checkpoint: its newest entry, and its tree."""
    check_checkpoint(earlier)
    kept = earlier["content"]
    require(kept["workspaceId"] == content["workspaceId"], "the kept checkpoint is of another workspace")
    require(kept["sequence"] <= content["sequence"], "the export ends before the kept checkpoint")
    found = hashes.get(kept["sequence"], "0" * 64)
    require(found == kept["hash"], f"entry {kept['sequence']} is another one than in the kept checkpoint")
    size, root = read_note(earlier["note"], "", witnesses)
    own = earlier["note"].split("\n")[0].endswith("/history/" + content["workspaceId"])
    require(own and size <= content["sequence"], "the tree of the kept checkpoint is of another log")
    leaves = [sha256(b"\0" + bytes.fromhex(hashes[at + 1])).digest() for at in range(size)]
    require(root_of(leaves) == root, "the log does not begin with the tree of the kept checkpoint")


def verify_export(text, key="", kept="", *witnesses, origins=()):
    """`kept`: an answer of history-checkpoint, whose entries must be in a whole export. Without a key it must have its own."""
    earlier = json.loads(kept) if kept else None
    require(not witnesses or earlier, "witnesses sign checkpoints: give the kept one")
    require(key or earlier, "nothing says whose file it is")
    *lines, last = re.split("\r?\n", text.removesuffix("\n").removesuffix("\r"))
    document = json.loads(last)
    require(dense(document) == last and list(document) == ["checkpoint"], "the last line is no checkpoint")
    checkpoint = document["checkpoint"]
    content = checkpoint["content"]
    require(set(checkpoint) == {"content", "signature", "publicKey"}, "the checkpoint has other fields")
    require(checkpoint["publicKey"] == (key or earlier["publicKey"]), "the checkpoint is signed with another key")
    check_checkpoint(checkpoint)

    line_hash, above, signatures, tied, gaps = hex_of(b"vieraugen.history-export.v1"), None, 0, 0, False
    hashes = {}
    for line in lines:
        match = LINE.fullmatch(line)
        require(match, "a line cannot be read")
        line_hash = hex_of(f"{line_hash}\n{match[1]}".encode())
        require(line_hash == match[2], "a line was changed after the export")
        entry = json.loads(match[1] + "}")
        check_entry(entry)
        hashes[entry["sequence"]] = entry["hash"]
        if above:
            require(above["sequence"] > entry["sequence"], "the entries are out of order")
            is_next = above["sequence"] == entry["sequence"] + 1
            require(not is_next or above["previousHash"] == entry["hash"], "two entries do not fit")
            gaps = gaps or not is_next
        signed, right = check_evidence(entry, content["workspaceId"], origins)
        signatures, tied = signatures + signed, tied + right
        above, newest = entry, above and newest or entry
    exported = content["export"]
    require(exported["entries"] == len(lines) and exported["lines"] == line_hash, "other lines were signed")
    is_whole = not exported["filters"]
    if is_whole:
        head = (newest["sequence"], newest["hash"]) if above else (0, "0" * 64)
        require(head == (content["sequence"], content["hash"]), "the newest entry is missing")
        require(not gaps and (not above or above["sequence"] == 1), "entries are missing")
    if earlier:
        require(is_whole, "a filtered export does not show the kept checkpoint")
        check_kept(earlier, content, hashes, witnesses)
    return f"{len(lines)} entries, {signatures} signatures, {tied} of them right for the wording in the file{', whole' if is_whole else ''}"


# The tree


def inner(left, right):
    return sha256(b"\1" + left + right).digest()


def split(size):
    return 1 << ((size - 1).bit_length() - 1)


def root_of(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    half = split(len(leaves))
    return inner(root_of(leaves[:half]), root_of(leaves[half:]))


def root_by_inclusion(index, size, leaf, proof):
    if size == 1:
        require(not proof, "the proof is too long")
        return leaf
    require(proof, "the proof is too short")
    half, rest, last = split(size), proof[:-1], proof[-1]
    if index < half:
        return inner(root_by_inclusion(index, half, leaf, rest), last)
    return inner(last, root_by_inclusion(index - half, size - half, leaf, rest))


def roots_by_consistency(old, size, older, proof, known=True):
    """The roots at both sizes that follow from a proof, which it uses up."""
    if old == size:
        require(known or proof, "the proof is too short")
        root = older if known else proof.pop()
        return root, root
    require(proof, "the proof is too short")
    last, half = proof.pop(), split(size)
    if old <= half:
        was, now = roots_by_consistency(old, half, older, proof, known)
        return was, inner(now, last)
    was, now = roots_by_consistency(old - half, size - half, older, proof, False)
    return inner(last, was), inner(last, now)


def signature_in(note, verifier, kind):
    """The text of a note, the key, and its one signature by it."""
    name, key_id, typed = verifier.split("+", 2)
    key = decode(typed)
    require(key[0] == kind and key_id == hex_of(name.encode() + b"\n" + key)[:8], "the key has another id")
    text, _, lines = note.rpartition("\n\n")
    found = [re.fullmatch(r"— (\S+) ([0-9A-Za-z+/]+={0,2})", line) for line in lines.removesuffix("\n").split("\n")]
    require(note.endswith("\n") and all(found), "the checkpoint cannot be read")
    own = [one[2] for one in found if one[1] == name and base64.b64decode(one[2])[:4].hex() == key_id]
    by = "this key" if kind == 1 else f"the witness {name}"
    require(len(own) == 1, f"the checkpoint is not signed by {by}")
    return name, text + "\n", key[1:], decode(own[0])[4:]


def check_witness(note, witness):
    name, text, key, signature = signature_in(note, witness, 4)
    require(len(signature) == 72, f"the signature of the witness {name} cannot be read")
    signed = f"cosignature/v1\ntime {int.from_bytes(signature[:8], 'big')}\n{text}"
    try:
        signed_by_ed25519(key, signature[8:], signed.encode())
    except InvalidSignature:
        raise Broken(f"the signature of the witness {name} is wrong")


def read_note(note, verifier, witnesses=()):
    """The size and root that a checkpoint states, if this key, unless it is empty, and these witnesses signed it."""
    text = note.rpartition("\n\n")[0] + "\n"
    if verifier:
        name, text, key, signature = signature_in(note, verifier, 1)
        signed_by_ed25519(key, signature, text.encode())
        require(text.split("\n")[0] == name, "the checkpoint is of another log")
    for witness in witnesses:
        check_witness(note, witness)
    _, size, root, end = text.split("\n")
    require(re.fullmatch("0|[1-9][0-9]*", size) and end == "", "the checkpoint is of another log")
    return int(size), decode(root)


def verify_proof(text, key="", *witnesses):
    require(key or witnesses, "nothing says whose proof it is")
    answer = json.loads(text)
    entry, proof = answer["entry"], answer["proof"]
    check_entry(entry)
    head, _, note = proof.partition("\n\n")
    version, index, *hashes = head.split("\n")
    require(version == "c2sp.org/tlog-proof@v1", "the proof has another form")
    require(index == f"index {entry['sequence'] - 1}", "the proof is of another entry")
    size, root = read_note(note, key, witnesses)
    require(entry["sequence"] <= size, "the entry is not in the log yet")
    leaf = sha256(b"\0" + bytes.fromhex(entry["hash"])).digest()
    found = root_by_inclusion(entry["sequence"] - 1, size, leaf, [decode(one) for one in hashes])
    require(found == root, "the entry is not in the log")
    return f"entry {entry['sequence']} is in the log of {size}"


def verify_consistency(text, older, newer, key="", *witnesses):
    require(key or witnesses, "nothing says whose checkpoints they are")
    require(older.split("\n")[0] == newer.split("\n")[0], "the checkpoints are of two logs")
    proof = [decode(one) for one in json.loads(text)["hashes"]]
    (old, old_root), (new, new_root) = [read_note(note, key, witnesses) for note in (older, newer)]
    require(old <= new, "the later log is shorter")
    if old == 0:
        require(not proof, "the proof is too long")
    else:
        roots = roots_by_consistency(old, new, old_root, proof)
        require(not proof, "the proof is too long")
        require(roots == (old_root, new_root), "the later log does not begin with the earlier one")
    return f"the log of {new} begins with that of {old}"


# Time stamps


def elements(data):
    """The elements of DER in these bytes: tag, whole, body."""
    found, at = [], 0
    while at < len(data):
        tag, length, start = data[at], data[at + 1], at + 2
        if length >= 128:
            digits = data[start : start + length - 128]
            require(len(digits) == length - 128 > 0 and digits[0] > 0, "a length is not in its one form")
            length, start = int.from_bytes(digits, "big"), start + len(digits)
            require(length >= 128, "a length is not in its one form")
        end = start + length
        require(end <= len(data) and tag & 31 != 31, "DER is cut off")
        found.append((tag, data[at:end], data[start:end]))
        at = end
    return found


def inside(element, tag=0x30):
    require(element[0] == tag, "DER has another element there")
    return elements(element[2])


def value(element, tag):
    require(element[0] == tag, "DER has another element there")
    return element[2]


def one(found):
    require(len(found) == 1, "DER has more or fewer elements there")
    return found[0]


HASHES = {b"\x01": (SHA256, "sha256"), b"\x02": (SHA384, "sha384"), b"\x03": (SHA512, "sha512")}
PKCS7, SMIME = bytes.fromhex("2a864886f70d0107"), bytes.fromhex("2a864886f70d010910")
TST_INFO, SIGNER_V1, SIGNER_V2 = SMIME + b"\x01\x04", SMIME + b"\x02\x0c", SMIME + b"\x02\x2f"
CONTENT_TYPE, DIGEST = bytes.fromhex("2a864886f70d010903"), bytes.fromhex("2a864886f70d010904")


def hash_in(algorithm):
    name, *parameters = inside(algorithm)
    require(parameters in ([], [(5, b"\x05\0", b"")]), "an algorithm has parameters")
    require(value(name, 6)[:-1] == bytes.fromhex("6086480165030402"), "another hash")
    return HASHES[name[2][-1:]]


def check_key_signature(key, algorithm, hash_class, signature, data):
    """The signature of a token. `algorithm` must fit the key and the hash."""
    name, *parameters = inside(algorithm)
    rsa_names = {b"\x01": hash_class, b"\x0b": SHA256, b"\x0c": SHA384, b"\x0d": SHA512}
    if isinstance(key, rsa.RSAPublicKey):
        require(key.key_size >= 2048 and value(name, 6)[:-1] == bytes.fromhex("2a864886f70d0101"), "another algorithm")
        if name[2][-1:] == b"\x0a":
            hashed, masked, salt = [one(elements(part[2])) for part in inside(parameters[0])]
            mask_name, mask_hash = inside(masked)
            require(mask_name[2] == bytes.fromhex("2a864886f70d010108") and hash_in(mask_hash) == hash_in(hashed), "another mask")
            by = hash_in(hashed)[0]
            return key.verify(signature, data, padding.PSS(padding.MGF1(by()), int.from_bytes(value(salt, 2), "big")), by())
        require(parameters in ([], [(5, b"\x05\0", b"")]), "an algorithm has parameters")
        return key.verify(signature, data, padding.PKCS1v15(), rsa_names[name[2][-1:]]())
    names = {b"\x02": SHA256, b"\x03": SHA384, b"\x04": SHA512}
    require(value(name, 6)[:-1] == bytes.fromhex("2a8648ce3d0403") and not parameters, "another algorithm")
    key.verify(signature, data, ec.ECDSA(names[name[2][-1:]]()))


def check_certificate(certificate, at):
    purposes = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    require(purposes.critical and list(purposes.value) == [ExtendedKeyUsageOID.TIME_STAMPING], "the signer is no authority")
    require(certificate.not_valid_before_utc <= at <= certificate.not_valid_after_utc, "the signer was not valid then")


def check_issued(certificate, others, root, at):
    """Whether the chain of issuers ends with the named certificate."""
    for _ in range(len(others) + 2):
        if certificate == root:
            return
        issuers = [one for one in [root, *others] if one.subject == certificate.issuer and one != certificate]
        require(issuers, "the signer is of another authority")
        certificate.verify_directly_issued_by(issuers[0])
        require(issuers[0].extensions.get_extension_for_class(x509.BasicConstraints).value.ca, "an issuer may issue none")
        require(issuers[0].not_valid_before_utc <= at <= issuers[0].not_valid_after_utc, "an issuer was not valid then")
        certificate = issuers[0]
    raise Broken("the signer is of another authority")


def read_stamp_info(data):
    version, _, imprint, _, at, *more = inside(one(elements(data)))
    algorithm, hashed = inside(imprint)
    require(value(version, 2) == b"\1" and hash_in(algorithm)[1] == "sha256", "another form of a time stamp")
    time = re.fullmatch(r"(\d{14})(\.\d*[1-9])?Z", value(at, 0x18).decode())
    nonce = [part[2] for part in more if part[0] == 2]
    at = datetime.strptime(time[1], "%Y%m%d%H%M%S").replace(tzinfo=timezone.utc)
    return value(hashed, 4), nonce[0] if nonce else None, at


def verify_stamp(token, text, nonce="", root=None):
    kind, content = inside(one(elements(decode(token))))
    require(value(kind, 6) == PKCS7 + b"\2", "it is no signed data")
    parts = inside(one(inside(content, 0xA0)))
    require(value(parts.pop(0), 2) == b"\3", "another form of signed data")
    digests = [hash_in(part) for part in inside(parts.pop(0), 0x31)]
    type_, wrapped = inside(parts.pop(0))
    require(value(type_, 6) == TST_INFO, "it is no time stamp")
    info = value(one(inside(wrapped, 0xA0)), 4)
    certificates = [x509.load_der_x509_certificate(part[1]) for part in inside(parts.pop(0), 0xA0)]
    signer = inside(one(inside(parts.pop(), 0x31)))
    require(len(parts) <= 1, "another form of signed data")
    version, sid, digest, attributes, algorithm, signature = signer[:6]
    require(value(version, 2) == (b"\3" if sid[0] == 0x80 else b"\1"), "another form of a signer")
    require([hash_in(digest)] == digests, "another form of signed data")
    pairs = [inside(part) for part in inside(attributes, 0xA0)]
    signed = {value(name, 6): one(inside(values, 0x31)) for name, values in pairs}
    require(len(signed) == len(pairs), "an attribute is there twice")
    hash_class, hash_name = hash_in(digest)
    imprint, own_nonce, at = read_stamp_info(info)
    require(imprint == sha256(text.encode()).digest(), "it is over something else")
    require(not nonce or own_nonce == bytes.fromhex(nonce), "it answers another question")
    # By issuer and serial number, or by the id of the key.
    def is_signer(certificate):
        issuer = certificate.issuer.public_bytes()
        if sid[0] == 0x80:
            return certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest == sid[2]
        name, serial = inside(sid)
        return name[1] == issuer and int.from_bytes(value(serial, 2), "big") == certificate.serial_number
    certificate = [one for one in certificates if is_signer(one)][0]
    whole = [part[1] for part in inside(inside(one(inside(content, 0xA0)))[3], 0xA0)][certificates.index(certificate)]
    named = 0
    for name, default in ((SIGNER_V1, "sha1"), (SIGNER_V2, "sha256")):
        if name in signed:
            first = inside(inside(inside(signed[name])[0])[0])
            by = hash_in(first.pop(0))[1] if first[0][0] == 0x30 else default
            require(value(first[0], 4) == hashlib.new(by, whole).digest(), "it names another certificate")
            named += 1
    require(named, "it names no certificate")
    check_certificate(certificate, at)
    require(value(signed[CONTENT_TYPE], 6) == TST_INFO, "it is no time stamp")
    require(value(signed[DIGEST], 4) == hashlib.new(hash_name, info).digest(), "another content was signed")
    check_key_signature(certificate.public_key(), algorithm, hash_class, value(signature, 4), b"\x31" + attributes[1][1:])
    if root:
        check_issued(certificate, certificates, x509.load_pem_x509_certificate(root.encode()), at)
    return f"stamped at {at.isoformat()}"


# Belege


def hash_of(value):
    return text_hash(canonical(value))


def key_thumbprint(kept, kind):
    if kind == "pin":
        return text_hash(kept["publicKey"])
    text = lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
    key, _ = cbor(url64(kept["publicKey"]))
    if key[3] == -7:
        return hash_of({"crv": "P-256", "kty": "EC", "x": text(key[-2]), "y": text(key[-3])})
    if key[3] == -8:
        return hash_of({"crv": "Ed25519", "kty": "OKP", "x": text(key[-2])})
    return hash_of({"e": text(key[-2]), "kty": "RSA", "n": text(key[-1])})


def check_signature(kept, assurance):
    content = content_of(kept)
    require(("clientDataJSON" in kept) == (assurance == "passkey"), "it was signed in another way")
    check_passkey(kept, ()) if assurance == "passkey" else check_pin(kept)
    return content


def wording_hash(request, v):
    if request["title"] is None:
        return None
    said = {name: request[name] for name in ("title", "details", "salt")}
    if v != 4:
        return hash_of(said)
    kind, fields = request["kind"], request["fields"]
    if fields is None:
        return None
    return hash_of({**said, "kind": kind and {"name": kind["name"]}, "fields": fields})


def check_wording(request):
    salt, rule, glass = request["salt"], request["rule"], request["glass"]
    if salt is None:
        return
    for file in request["files"]:
        if file["name"] is not None:
            require(hash_of({"name": file["name"], "salt": salt}) == file["nameHash"], "a file has another name")
    if rule and rule["applied"]:
        applied = rule["applied"]
        require(hash_of({**applied, "salt": salt}) == rule["ruleHash"], "another rule held")
        require(all(applied["rule"][name] == rule[name] for name in ("count", "before", "hours")), "the rule differs")
    if glass and glass["reason"] is not None:
        require(hash_of({"reason": glass["reason"], "salt": salt}) == glass["reasonHash"], "the reason is another")


def version_of(request, behalf, creation):
    call, kind, rule = request["call"], request["kind"], request["rule"]
    if call:
        both = {"requester": call["requester"], "approver": call["approver"]}
        return {
            "v": 2,
            "asks": {"kind": call["asks"]},
            "call": call["requester"] if creation else both,
            "calledBack": call["calledBack"],
        }
    files = [{name: file[name] for name in ("nameHash", "type", "size", "sha256")} for file in request["files"]]
    if kind is None and rule is None and behalf is None:
        return {"v": 3, "files": files} if files else {"v": 1}
    return {
        "v": 4,
        "files": files,
        "requestKind": kind and {"id": kind["id"], "version": kind["version"]},
        "rule": rule and {name: rule[name] for name in ("count", "before", "hours", "ruleHash")},
        "onBehalfOf": behalf,
    }


def expected_of_request(content, signature, signed):
    request, kind = content["request"], signed["kind"]
    creation = kind == "creation"
    version = version_of(request, signature["onBehalfOf"], creation)
    expected = {name: request[name] for name in ("type", "requesterId", "expiresAt")}
    expected |= {**version, "kind": kind, "requestId": content["id"], "workspaceId": content["workspace"]["id"]}
    expected["approverId"] = request["approverId"] if creation else signature["participantId"]
    expected["textHash"] = wording_hash(request, version["v"]) or signed["textHash"]
    expected["createdAt"] = signed["createdAt"] if creation else request["createdAt"]
    if kind in ("break-glass", "glass-confirmation"):
        expected["reasonHash"] = request["glass"]["reasonHash"]
    if kind == "glass-confirmation":
        [broken] = [one["sequence"] for one in content["entries"] if one["action"] == "request.glass-broken"]
        [expected["brokenBy"]] = [one["participantId"] for one in content["signatures"] if one["sequence"] == broken]
    return expected


def expected_of_change(content, signature, signed):
    change = content["change"]
    said = {name: change[name] for name in ("action", "changes", "salt", "target")}
    return {
        "v": 1,
        "kind": "change",
        "changeId": content["id"],
        "workspaceId": content["workspace"]["id"],
        "changeHash": signed["changeHash"] if "change" in content["erased"] else hash_of(said),
        "requestedBy": change["requestedBy"],
        "approverId": signature["participantId"],
        "expiresAt": change["expiresAt"],
    }


def check_beleg_signature(content, entry, signature):
    kept, device = entry["evidence"], signature["device"]
    signed = check_signature(kept, entry["assurance"])
    require(signed["kind"] == KINDS[entry["action"]] and entry["target"]["id"] == content["id"], "it is of something else")
    require(entry["actor"]["userId"] == signature["userId"], "somebody else acted")
    require(device["kind"] == entry["assurance"], "it is another device")
    if "listed" in kept:
        require(json.loads(kept["canonical"])["approverUserId"] == signature["userId"], "the list is of somebody else")
    expected = (expected_of_request if content["subject"] == "request" else expected_of_change)(content, signature, signed)
    require(canonical({**expected, "nonce": signed["nonce"]}) == canonical(signed), "another content was signed")
    vouch = device["vouch"]
    if vouch is None:
        return
    vouched = check_signature(vouch, "passkey" if "clientDataJSON" in vouch else "pin")
    require(vouched["userId"] == signature["userId"], "the vouch is for somebody else")
    require(vouched["key"] == key_thumbprint(kept, device["kind"]), "the vouch is for another key")
    if device["way"] == "own-device":
        require(vouched["kind"] == "enrolment", "the vouch is of another kind")
    else:
        require(device["way"] == "colleague" and vouched["kind"] == "vouching", "the vouch is of another kind")
        require(vouched["deviceId"] == device["id"], "the vouch is for another device")


def check_stamped(stamp, workspace, newest, tree):
    """A stamp of a state of the log that has all entries, and that is of one log with the checkpoint."""
    origin, size, root, end = stamp["text"].split("\n")
    require(origin.endswith("/history/" + workspace) and end == "", "a stamp is of another workspace")
    require(re.fullmatch("[1-9][0-9]*", size) and newest <= int(size), "a stamp is older than an entry")
    (old, old_root), (new, new_root) = sorted([(int(size), decode(root)), tree])
    proof = [decode(one) for one in stamp["proof"]]
    roots = roots_by_consistency(old, new, old_root, proof)
    require(not proof and roots == (old_root, new_root), "a stamp is of another history")
    verify_stamp(stamp["token"], stamp["text"])


def verify_beleg(text, key, *witnesses):
    text = text.removesuffix("\n").removesuffix("\r")
    beleg = json.loads(text)
    require(set(beleg) == {"kind", "v", "content", "signature", "logSignature"}, "it is no Beleg")
    require((beleg["kind"], beleg["v"]) == ("vieraugen.beleg", 1), "it is no Beleg")
    require(canonical(beleg) == text, "it is not canonical")
    content = beleg["content"]
    workspace, verifier = content["workspace"]["id"], content["verifierKey"]
    require(key in (content["publicKey"], verifier), "it is signed with another key")
    message = ("vieraugen.beleg.v1\n" + canonical(content)).encode()
    signed_by_ed25519(url64(content["publicKey"]), url64(beleg["signature"]), message)
    name, _, typed = verifier.split("+", 2)
    signed_by_ed25519(decode(typed)[1:], url64(beleg["logSignature"]), message)
    size, root = read_note(content["checkpoint"], verifier, witnesses)
    require(name.endswith("/history/" + workspace), "the checkpoint is of another workspace")
    if content["subject"] == "request":
        check_wording(content["request"])
    signatures = {one["sequence"]: one for one in content["signatures"]}
    require(len(signatures) == len(content["signatures"]), "an entry is signed twice")
    before = 0
    for entry in content["entries"]:
        sequence = entry["sequence"]
        require(before < sequence, "the entries are out of order")
        before = sequence
        check_entry(entry)
        version, index, *hashes, end = entry["proof"].split("\n")
        require((version, index, end) == ("c2sp.org/tlog-proof@v1", f"index {sequence - 1}", ""), "a proof is of another entry")
        require(sequence <= size, "an entry is not in the log yet")
        leaf = sha256(b"\0" + bytes.fromhex(entry["hash"])).digest()
        found = root_by_inclusion(sequence - 1, size, leaf, [decode(one) for one in hashes])
        require(found == root, "an entry is not in the log")
        is_signed = entry["action"] in KINDS and entry["assurance"] in ("passkey", "pin")
        require(is_signed == (sequence in signatures), "a signature and its entry do not fit")
        if is_signed:
            check_beleg_signature(content, entry, signatures.pop(sequence))
    require(not signatures, "a signature has no entry")
    for stamp in content["timeStamps"]:
        check_stamped(stamp, workspace, before, (size, root))
    return f"{len(content['entries'])} entries, {len(content['signatures'])} signatures, in the log of {size}"


VERIFIERS = {
    "export": verify_export,
    "beleg": verify_beleg,
    "proof": verify_proof,
    "consistency": verify_consistency,
    "stamp": verify_stamp,
}
FAULTS = (Broken, InvalidSignature, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)
FAULTS += (x509.ExtensionNotFound, x509.InvalidVersion, UnsupportedAlgorithm, OverflowError)


def run(kind, *given):
    try:
        return True, VERIFIERS[kind](*given)
    except FAULTS as fault:
        return False, str(fault) or type(fault).__name__


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kind", choices=[*VERIFIERS, "serve"])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--key", default="")
    parser.add_argument("--checkpoint")
    parser.add_argument("--witness", action="append", default=[])
    # A key may begin with a hyphen.
    given = parser.parse_args(re.sub(r"(^|\0)(--\w+)\0", r"\1\2=", "\0".join(sys.argv[1:])).split("\0"))
    if given.kind == "serve":
        for line in sys.stdin:
            print(json.dumps(run(*json.loads(line))), flush=True)
        return
    texts = [open(file, encoding="utf-8", newline="").read() for file in given.files]
    kept = [open(given.checkpoint, encoding="utf-8").read()] if given.checkpoint else [""]
    more = [given.key, *(kept if given.kind == "export" else []), *given.witness]
    if given.kind == "stamp":
        texts[0], more = texts[0].strip(), ["", texts.pop()]
    is_right, message = run(given.kind, *texts, *more)
    print(message if is_right else f"BROKEN: {message}")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
