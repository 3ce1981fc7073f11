import type { FileType } from '#contract/requests/files.ts'

/** How much of a file `typeOf` wants to see, at its beginning and at its end. */
export const HEAD_BYTES = 64 * 1024
export const TAIL_BYTES = 1_024

/** PNG (ISO 15948), 5.2 and 11.2.2: the signature, then the chunk IHDR of 13 bytes. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** JPEG (ITU-T T.81), annex B: start of image, then another marker. */
const JPEG = Buffer.from('ffd8ff', 'hex')
/** ISO 32000-1, 7.5.2 and 7.5.5. */
const PDF = /^%PDF-[12]\.\d/
const PDF_END = '%%EOF'

const XML = /^\u00EF?\u00BB?\u00BF?<\?xml\s/
const BLANKS = /\s*/y
/** The rest of a document type that has declarations of its own. */
const SUBSET_END = /\s*>/y
const ROOT = /<(?:[\w.-]+:)?([\w.-]+)[\s/>]/y
/** Documents that a browser would run. */
const ACTIVE = new Set(['svg', 'html'])

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

const afterDocumentType = (text: string, from: number): number => {
  const [end, subset] = [after(text, '>', from), after(text, '[', from)]
  if (end < subset) return end
  for (let at = subset; at < text.length;) {
    at = after(text, ']', at)
    const closed = matchAt(SUBSET_END, text, at)
    if (closed) return at + closed[0].length
  }
  return text.length
}

/** The end of what may stand before the root of a document (XML 1.0, 2.8), if it begins here. Nothing is expanded. */
const afterProlog = (text: string, at: number): number => {
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
  return text.startsWith('<!DOCTYPE', at) ? afterDocumentType(text, at) : at
}

const isXml = (head: Buffer): boolean => {
  const text = head.toString('latin1')
  if (!XML.test(text)) return false
  for (let at = text.indexOf('<'); ;) {
    const next = afterProlog(text, at)
    if (next === at) {
      const root = matchAt(ROOT, text, at)?.[1]
      return root !== undefined && !ACTIVE.has(root.toLowerCase())
    }
    at = next + matchAt(BLANKS, text, next)![0].length
  }
}

const startsWith = (head: Buffer, signature: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature)

/** What the beginning of a file says that it is; undefined for whatever is not accepted. */
export const typeOf = (head: Buffer): FileType | undefined => {
  if (PDF.test(head.toString('latin1', 0, 8))) return 'application/pdf'
  if (startsWith(head, PNG)) return 'image/png'
  if (startsWith(head, JPEG)) return 'image/jpeg'
  return isXml(head) ? 'application/xml' : undefined
}

/** Whether the end of a file is one of that type. */
export const endsAs = (type: FileType, tail: Buffer): boolean =>
  type !== 'application/pdf' || tail.includes(PDF_END)
