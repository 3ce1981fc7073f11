/**
 * What may be told of an error that came up around a mail. Its message may hold an address, a subject or a
 * link, so only its name, its codes and where it happened are kept.
 */
export type Fault = {
  readonly name: string
  readonly code: string | null
  /** of the mail server */
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

/** In one line: `ESOCKET`, `EENVELOPE 550`. */
export const nameOfFault = ({ name, code, responseCode }: Fault): string =>
  [code ?? name, responseCode].filter((part) => part !== null).join(' ')
