const WITHIN_MS = 3_000
const MAX_BYTES = 256 * 1_024

/**
 * Asks an identity provider: 3 s for the whole answer, no redirects, at most 256 KiB of JSON. Throws when there is
 * no such answer, for whatever reason.
 */
export const askProvider = async (
  url: URL,
  body?: URLSearchParams,
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body }),
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  if (response.status >= 500) throw new Error(`the provider answered ${response.status}`)
  return { status: response.status, json: parsed(Buffer.concat(chunks).toString('utf8')) }
}

/** The parser's own message would quote what it stumbled over. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the provider did not answer JSON')
  }
}
