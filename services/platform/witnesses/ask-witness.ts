import type { Witness } from '../config/witness-settings.ts'
import { cosignedAt } from './cosignatures.ts'

/** The client of a witness (https://c2sp.org/tlog-witness). */

/**
 * Why a witness does not sign. `unreached`: no answer, or a failure of its own. `unknown`: it does not watch this log. `refused`: it
 * accepts neither key nor request, or its signature is wrong. `contradicted`: it has seen another history of this log.
 */
export type Trouble = 'unreached' | 'unknown' | 'refused' | 'contradicted'

export type Answer =
  | { readonly line: string; readonly at: Date }
  /** The size of the checkpoint that it signed last. */
  | { readonly knows: number }
  | { readonly trouble: Trouble }

const ANSWER_MS = 5_000
const MAX_BYTES = 64 * 1024
const [OK, NOT_FOUND, CONFLICT, UNPROCESSABLE, SERVER_ERROR, TOO_MANY] = [200, 404, 409, 422, 500, 429]

/** The text of an answer. Rejects if it is longer than any right one. */
const textOf = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_BYTES) throw new Error('the answer of a witness is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const meaningOf = (status: number, body: string, text: string, { key }: Witness): Answer => {
  if (status === OK) {
    for (const line of body.split('\n')) {
      const at = cosignedAt(text, line, key)
      if (at) return { line, at }
    }
    return { trouble: 'refused' }
  }
  const [, size] = (status === CONFLICT && /^(0|[1-9][0-9]{0,15})\n?$/.exec(body)) || []
  if (size !== undefined) return { knows: Number(size) }
  if (status === UNPROCESSABLE) return { trouble: 'contradicted' }
  if (status === NOT_FOUND) return { trouble: 'unknown' }
  return { trouble: status >= SERVER_ERROR || status === TOO_MANY ? 'unreached' : 'refused' }
}

export type Question = {
  /** The size that the witness signed last. */
  readonly old: number
  /** From there to the checkpoint. */
  readonly proof: readonly Buffer[]
  /** The checkpoint, signed by the log. */
  readonly note: string
}

/** Never rejects. Takes at most 5 s. */
export const askWitness = async (witness: Witness, { old, proof, note }: Question): Promise<Answer> => {
  const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('')
  try {
    const response = await fetch(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${old}\n${lines}\n${note}`,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
    return meaningOf(response.status, await textOf(response), text, witness)
  } catch {
    return { trouble: 'unreached' }
  }
}
