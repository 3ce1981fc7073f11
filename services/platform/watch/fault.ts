/**
 * The loggable part of an error. The message may contain an address, a subject or a link, so only the name, the codes and the
 * stack frames are kept.
 */
export type Fault = {
  readonly name: string
  readonly code: string | null
  /** Of the mail server or the object store. */
  readonly responseCode: number | null
  readonly at: readonly string[]
}

const FRAMES = 6

export const faultOf = (error: unknown): Fault => {
  const { name, code, responseCode, stack }: { [field: string]: unknown } = Object(error)
  return {
    name: typeof name === 'string' && /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error',
    code: typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : null,
    responseCode: Number.isInteger(responseCode) ? Number(responseCode) : null,
    at: typeof stack === 'string' ? framesOf(stack) : [],
  }
}

const framesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim())

/** Returns a short name, such as `ESOCKET` or `EENVELOPE 550`. */
export const nameOfFault = ({ name, code, responseCode }: Fault): string =>
  [code ?? name, responseCode].filter((part) => part !== null).join(' ')
