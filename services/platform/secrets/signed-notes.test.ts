import { expect, test } from 'vitest'
import { textOfNote } from '#contract/evidence/notes.ts'
import { signNote, verifierKey } from './signed-notes.ts'
import { signingKeys } from './signing-keys.ts'

const TEXT = 'vieraugen.example/history/1\n7\nroot=\n'
const [key] = signingKeys('a purpose', '1:first-secret-of-these-tests-long-enough')
const NAME = 'vieraugen.example/history/1'
const note = signNote(TEXT, NAME, key)
const verifier = verifierKey(NAME, key.publicKey)

test('a note of another program is read: the example of golang.org/x/mod/sumdb/note', async () => {
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  const signature =
    'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='
  const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  expect(await textOfNote(`${text}\n— PeterNeumann ${signature}\n`, vkey)).toBe(text)
})

test('a signed note gives its text, also among signatures of others', async () => {
  expect(await textOfNote(note, verifier)).toBe(TEXT)
  expect(await textOfNote(`${note}— witness.example AAAA\n`, verifier)).toBe(TEXT)
})

test.each([
  ['another text', note.replace('7', '8')],
  ['another name', note.replace(`— ${NAME}`, '— other.example')],
  ['no signature', TEXT],
  ['no end', note.trimEnd()],
  ['a broken signature', note.replace(/.{9}\n$/, 'AAAAAAAA=\n')],
  ['its signature twice', note + note.slice(note.lastIndexOf('—'))],
  ['a line that is no signature', `${note}more\n`],
  ['nothing', ''],
])('a note with %s is refused', async (_, forged) => {
  expect(await textOfNote(forged, verifier)).toBeNull()
})

test.each([
  [
    'of another secret',
    verifierKey(NAME, signingKeys('a purpose', '1:second-secret-of-these-tests-long-enough')[0].publicKey),
  ],
  [
    'for another purpose',
    verifierKey(NAME, signingKeys('other', '1:first-secret-of-these-tests-long-enough')[0].publicKey),
  ],
  ['under another name', verifierKey('other.example', key.publicKey)],
  ['with another id', verifier.replace(/[+][0-9a-f]{8}[+]/, '+00000000+')],
  ['that is none', 'none'],
])('a note is refused by a key %s', async (_, other) => {
  expect(await textOfNote(note, other)).toBeNull()
})
