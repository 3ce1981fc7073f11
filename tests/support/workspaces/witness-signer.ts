import { generateKeyPairSync, sign } from 'node:crypto'
import { sha256 } from '#platform/primitives/ids.ts'

/** A witness of logs with a key of its own, without the process: its verifier key, and a note with its signature. */
export const witnessSigner = (name = 'auditor.example/w') => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const typed = Buffer.concat([Buffer.of(4), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)])
  const id = sha256(`${name}\n`, typed).subarray(0, 4)
  return {
    key: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    cosigned(note: string, seconds = 1_700_000_000): string {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(seconds))
      const text = note.slice(0, note.indexOf('\n\n') + 1)
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
      return `${note}— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
    },
  }
}
