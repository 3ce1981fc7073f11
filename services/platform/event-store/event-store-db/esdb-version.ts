import { withFallback } from '../../primitives/timeouts.ts'
import { closeClient, createClients } from './esdb-client.ts'

/** A part of the client that its types hide. */
type Inner = { readonly capabilities: Promise<{ readonly serverVersion: string }> }

/** Returns the server's version, e.g. `23.10.6`, or null if it does not answer within 2 s. */
export const esdbVersion = async (url: string): Promise<string | null> => {
  const clients = createClients(url)
  const client = clients.open()
  try {
    const { capabilities } = client as unknown as Inner
    return (await withFallback(capabilities, null))?.serverVersion ?? null
  } finally {
    await closeClient(client)
    await clients.close()
  }
}
