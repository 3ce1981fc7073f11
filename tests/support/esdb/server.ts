import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const port = 2113

/** A real EventStoreDB for tests, or the reason why there is none. */
export type EsdbServer =
  | { readonly kind: 'given'; readonly url: string }
  | { readonly kind: 'container' }
  | { readonly kind: 'none'; readonly why: string }

const findDocker = async () => {
  const { getContainerRuntimeClient } = await import('testcontainers')
  await getContainerRuntimeClient()
}

/** Chooses the server of `EVENTSTORE_URL`, or else a container if there is a container engine. */
export const chooseEsdbServer = async (
  url: string | undefined,
  findEngine: () => Promise<unknown> = findDocker,
): Promise<EsdbServer> => {
  if (url) return { kind: 'given', url }
  try {
    await findEngine()
    return { kind: 'container' }
  } catch (error) {
    return { kind: 'none', why: `EVENTSTORE_URL names no server; ${(error as Error).message}` }
  }
}

/** Reads the image and the settings of the single EventStoreDB from docker-compose.yml. */
export const readEsdbImage = () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
  const { services } = parse(text, { merge: true }) as {
    services: { eventstore: { image: string; environment: Record<string, string | number> } }
  }
  const { image, environment } = services.eventstore
  // The tests speak to it without TLS, and it has the passwords of its image.
  const settings = Object.entries(environment).filter(([key]) => !/CERTIFICATE|ROOT|ADVERTISE/.test(key))
  return {
    image,
    settings: {
      ...Object.fromEntries(settings.map(([key, value]) => [key, String(value)])),
      EVENTSTORE_INSECURE: 'true',
    } as Record<string, string>,
  }
}

/** Starts an EventStoreDB in a container. */
export const startEsdbContainer = async () => {
  const { GenericContainer, Wait } = await import('testcontainers')
  const { image, settings } = readEsdbImage()
  const container = await new GenericContainer(image)
    .withEnvironment(settings)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCodeMatching((code) => code < 300))
    .start()
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    close: async () => void (await container.stop()),
  }
}
