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
  const { status } = response
  try {
    return { status, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    // The parser's own message would quote what it stumbled over.
    throw new Error(`the provider answered ${status} without JSON`)
  }
}
