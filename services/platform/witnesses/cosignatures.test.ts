import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from '../primitives/ids.ts'
import { readCosigner } from '../config/witness-settings.ts'
import { cosignedAt } from './cosignatures.ts'

const NAME = 'witness.example/w1'
const TEXT = 'vieraugen.example/history/1\n7\nroot=\n'

const witnessOf = (name: string, type = 4) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const typed = Buffer.concat([
    Buffer.of(type),
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ])
  const id = sha256(`${name}\n`, typed).subarray(0, 4)
  return {
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    line(text: string, seconds: number, header = 'cosignature/v1') {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(seconds))
      const signature = sign(null, Buffer.from(`${header}\ntime ${seconds}\n${text}`), privateKey)
      return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}`
    },
  }
}
const witness = witnessOf(NAME)
const key = readCosigner(witness.verifierKey)!
const AT = 1_700_000_000

test('a cosignature says when the witness signed', () => {
  expect(cosignedAt(TEXT, witness.line(TEXT, AT), key)).toEqual(new Date(AT * 1_000))
})

/** The line with other bytes from here on. */
const changed = (line: string, at: number) => {
  const bytes = Buffer.from(line.split(' ')[2]!, 'base64')
  bytes[at]! ^= 1
  return `— ${NAME} ${bytes.toString('base64')}`
}
const right = witness.line(TEXT, AT)

test.each([
  ['over another text', witness.line(TEXT.replace('7', '8'), AT)],
  ['for another purpose', witness.line(TEXT, AT, 'other')],
  ['of another witness', witnessOf(NAME).line(TEXT, AT)],
  ['under another name', right.replace(NAME, 'other.example')],
  ['with another id', changed(right, 0)],
  ['with another time', changed(right, 11)],
  ['with another signature', changed(right, 20)],
  ['that is cut off', right.slice(0, -4)],
  ['in another form of base64', right.replace(/=$/, '')],
  ['at no date', witness.line(TEXT, 2 ** 52)],
  ['that is none', ''],
])('a cosignature %s counts for nothing', (_, line) => {
  expect(cosignedAt(TEXT, line, key)).toBeNull()
})

test.each([
  ['of a log', witnessOf(NAME, 1).verifierKey],
  ['with another id', witness.verifierKey.replace(/[+][0-9a-f]{8}[+]/, '+00000000+')],
  ['with another name', witness.verifierKey.replace(NAME, 'other.example')],
  ['that is cut off', witness.verifierKey.slice(0, -4)],
  ['that is none', 'none'],
])('a verifier key %s is none of a witness', (_, verifierKey) => {
  expect(readCosigner(verifierKey)).toBeNull()
})
