import Type from 'typebox'
import { sha256 } from '../primitives/ids.ts'
import { timeStampSettings } from './time-stamp-settings.ts'

const WITNESS = '(https?://[^\\s,@]+) ([^\\s+,]+[+][0-9a-f]{8}[+][0-9A-Za-z+/]+=*)'

/** Of all outside who say something about audit logs. */
export const witnessSettings = {
  WITNESSES: Type.Optional(
    Type.String({
      description:
        'Witnesses that sign the checkpoints of audit logs (tlog-witness of C2SP): address and verifier key with a space between, several separated by commas; absent: nobody outside sees that logs only grow',
    }),
  ),
  ...timeStampSettings,
}

/** The key of a witness. */
export type Cosigner = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer }

/** The type of keys that sign with the time: https://c2sp.org/tlog-cosignature. */
const COSIGNATURE = 4

/** The key of a witness from its verifier key; null for anything else. */
export const readCosigner = (verifierKey: string): Cosigner | null => {
  const [, name = '', id = '', base64 = ''] = /^([^\s+]+)[+]([0-9a-f]{8})[+](\S+)$/.exec(verifierKey) ?? []
  const typed = Buffer.from(base64, 'base64')
  if (typed.length !== 33 || typed[0] !== COSIGNATURE || typed.toString('base64') !== base64) return null
  const own = sha256(`${name}\n`, typed).subarray(0, 4)
  return own.toString('hex') === id ? { name, id: own, publicKey: typed.subarray(1) } : null
}

/** Somebody else's program that signs checkpoints. */
export type Witness = {
  readonly url: string
  /** Also its name in the database. */
  readonly verifierKey: string
  readonly key: Cosigner
}

const readWitness = (text: string): Witness | null => {
  const [, url, verifierKey] = new RegExp(`^${WITNESS}$`).exec(text.trim()) ?? []
  const key = verifierKey === undefined ? null : readCosigner(verifierKey)
  return key && { url: url!.replace(/\/$/, ''), verifierKey: verifierKey!, key }
}

const partsOf = (setting: string | undefined): readonly string[] =>
  setting === undefined || setting.trim() === '' ? [] : setting.split(',')

/** The witnesses of WITNESSES. */
export const witnessesIn = ({ WITNESSES }: { readonly WITNESSES?: string }): readonly Witness[] =>
  partsOf(WITNESSES).flatMap((part) => readWitness(part) ?? [])

export const faultsOfWitnesses = (setting: string): readonly string[] => {
  const read = partsOf(setting).map(readWitness)
  const names = read.map((witness) => witness?.verifierKey)
  if (new Set(names).size < names.length || read.includes(null))
    return ['WITNESSES: is no list of different ADDRESS VERIFIER_KEY, separated by commas']
  return []
}
