import { toHex, type Bytes } from './bytes.ts'

/** Reads DER (X.690): each value has one form only, and every other one is refused. */

/** `whole` is the element with its tag and length, `body` what is in it. */
export type Der = { readonly tag: number; readonly whole: Bytes; readonly body: Bytes }

export const [BOOLEAN, INTEGER, BITS, OCTETS, OID, SEQUENCE, SET] = [1, 2, 3, 4, 6, 0x30, 0x31]
const UTC_TIME = 0x17
const LONG = 0x80
/** Of a length: far more than a certificate has. */
const MOST_WIDTH = 3

const unreadable = (): never => {
  throw new TypeError('DER that cannot be read')
}

/** A length, and the place after it. */
const lengthAt = (data: Bytes, at: number): readonly [length: number, at: number] => {
  const first = data[at] ?? unreadable()
  if (first < LONG) return [first, at + 1]
  const bytes = data.subarray(at + 1, at + 1 + first - LONG)
  if (bytes.length !== first - LONG || bytes.length > MOST_WIDTH || !bytes[0]) return unreadable()
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return length < LONG ? unreadable() : [length, at + 1 + bytes.length]
}

/** The elements of which these bytes are made. Throws TypeError. */
export const elementsIn = (data: Bytes): Der[] => {
  const all: Der[] = []
  for (let at = 0; at < data.length;) {
    const tag = data[at]!
    const [length, start] = lengthAt(data, at + 1)
    const end = start + length
    // Tags of several bytes are in nothing that is read here.
    if ((tag & 31) === 31 || end > data.length) unreadable()
    all.push({ tag, whole: data.subarray(at, end), body: data.subarray(start, end) })
    at = end
  }
  return all
}

/** What is in an element of this tag. Throws TypeError for another one. */
export const within = (element: Der | undefined, tag = SEQUENCE): Bytes =>
  element?.tag === tag ? element.body : unreadable()

/** The elements of one with this tag. */
export const partsOf = (element: Der | undefined, tag = SEQUENCE): Der[] => elementsIn(within(element, tag))

/** The one element of which these bytes are made. */
export const onlyElement = (data: Bytes): Der => {
  const [element, ...more] = elementsIn(data)
  return element && more.length === 0 ? element : unreadable()
}

/** Takes the next part away if it has this tag. */
export const taken = (parts: Der[], tag: number): Der | undefined =>
  parts[0]?.tag === tag ? parts.shift() : undefined

/** An object identifier as the hex of its bytes. */
export const oidOf = (element: Der | undefined): string => toHex(within(element, OID))

/** Throws TypeError unless nothing is left. */
export const requireEnd = (parts: readonly Der[]): void => void (parts.length > 0 && unreadable())

/** The bytes of a text of bits, of which none is unused. */
export const bitsOf = (element: Der | undefined): Bytes => {
  const body = within(element, BITS)
  return body[0] === 0 ? body.subarray(1) : unreadable()
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([.]\d*[1-9])?Z$/

/** A UTCTime or GeneralizedTime as certificates and time stamps have it. */
export const timeOf = ({ tag, body }: Der): Date => {
  const text = String.fromCharCode(...body)
  const year = tag === UTC_TIME ? ['20', '19'][Number(text >= '50')]! : ''
  const [, years, months, days, hours, minutes, seconds, part = ''] = TIME.exec(year + text) ?? unreadable()
  const at = new Date(`${years}-${months}-${days}T${hours}:${minutes}:${seconds}${part.slice(0, 4)}Z`)
  return (tag === UTC_TIME || tag === UTC_TIME + 1) && !Number.isNaN(at.getTime()) ? at : unreadable()
}
