import { hexHash } from './bytes.ts'
import { broken } from './faults.ts'

/** What the hash of the first line continues. */
export const LINES_DOMAIN = 'vieraugen.history-export.v1'

export const HASH_FIELD = ',"lineHash":"'
const HASHED_LINE = /^(\{.*),"lineHash":"([0-9a-f]{64})"\}$/s

/** The hashed part of a line, and the hash that it claims; null if it has none. */
export const partsOfLine = (line: string): { readonly text: string; readonly hash: string } | null => {
  const [, text, hash] = HASHED_LINE.exec(line) ?? []
  return text === undefined ? null : { text, hash: hash! }
}

/** 64 hex digits. */
export const lineHash = (previous: string, text: string): Promise<string> => hexHash(`${previous}\n${text}`)

/** In characters. No entry is nearly as long; a longer line would be read over and over. */
const LONGEST_LINE = 8_000_000

/** The lines of a file. A line separator of Unicode ends none: texts may contain it. Throws `BrokenHistory` for bytes that are no text. */
export const linesIn = async function* (file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      broken('no-text', null, {}, { cause })
    }
  }
  let rest = ''
  for await (const bytes of file) {
    const lines = (rest + decoded(bytes)).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
    if (rest.length > LONGEST_LINE) broken('unreadable')
  }
  rest += decoded()
  if (rest !== '') yield rest
}
