import { within } from '../../primitives/within.ts'
import { closeClient, createClients } from './esdb-client.ts'

/** A part of the client that its types hide. */
type Inner = { readonly capabilities: Promise<{ readonly serverVersion: string }> }

/** What the server says of its version, e.g. `23.10.6`; null when it says nothing within 2 s. */
export const esdbVersion = async (url: string): Promise<string | null> => {
  const clients = createClients(url)
  const client = clients.open()
  try {
    const { capabilities } = client as unknown as Inner
    return await within<string | null>(
      capabilities.then(({ serverVersion }) => serverVersion),
      null,
    )
  } finally {
    await closeClient(client)
    await clients.close()
  }
}
