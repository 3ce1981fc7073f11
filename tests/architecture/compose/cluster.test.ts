import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import type { ProcessName } from '#platform/config/process-secrets.ts'
import {
  type Service,
  read,
  compose,
  ours,
  nodes,
  isOneShot,
  secretsFolder,
  envOf,
  environmentOf,
} from './compose.ts'

describe('the cluster', () => {
  const env = envOf('cluster')
  const { certificates } = compose.services
  const script = String(certificates!.command)
  const volumeAt = ({ volumes = [] }: Service, path: string) =>
    volumes.find((volume) => volume.split(':')[1] === path)

  test.each(nodes)('%s: is one of three nodes that know each other and use TLS', (name) => {
    const settings = environmentOf(compose.services[name]!, env)
    expect(settings).toMatchObject({
      EVENTSTORE_CLUSTER_SIZE: String(nodes.length),
      EVENTSTORE_DISCOVER_VIA_DNS: 'false',
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      EVENTSTORE_CERTIFICATE_FILE: `/certs/${name}/node.crt`,
      EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE: `/certs/${name}/node.key`,
      EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH: '/ca',
    })
    expect(settings['EVENTSTORE_GOSSIP_SEED']!.split(',')).toEqual(
      nodes.filter((other) => other !== name).map((other) => `${other}:2113`),
    )
    expect(settings).not.toHaveProperty('EVENTSTORE_INSECURE')
    for (const key of ['EVENTSTORE_DEFAULT_ADMIN_PASSWORD', 'EVENTSTORE_DEFAULT_OPS_PASSWORD'])
      expect(compose.services[name]!.entrypoint!.join(' ')).toMatch(new RegExp(`export .*\\b${key}\\b`))
    expect(volumeAt(compose.services[name]!, '/var/lib/eventstore')).toBe(`${name}:/var/lib/eventstore`)
  })

  test('creates one certificate for each node; our processes see only the CA', () => {
    expect(/for node in ([^;]+);/.exec(script)![1]!.split(' ')).toEqual(['eventstore', ...nodes])
    expect(script).toContain('-dns-names $$node,localhost')
    const [keys, authority] = [volumeAt(certificates!, '/certs')!, volumeAt(certificates!, '/ca')!]
    for (const node of ['eventstore', ...nodes]) {
      expect(volumeAt(compose.services[node]!, '/certs')).toBe(`${keys}:ro`)
      expect(volumeAt(compose.services[node]!, '/ca')).toBe(`${authority}:ro`)
    }
    for (const [, service] of ours) expect(service.volumes).not.toContain(`${keys}:ro`)
  })

  test.each([
    ['single', ['eventstore']],
    ['cluster', nodes],
  ] as const)(
    'write-env --%s configures its address and the password of the account admin',
    (profile, hosts) => {
      for (const [name, service] of ours.filter(([, one]) => !isOneShot(one))) {
        const { EVENTSTORE_URL } = readConfig(environmentOf(service, envOf(profile)), {
          process: name as ProcessName,
        })
        const password = readFileSync(join(secretsFolder, 'EVENTSTORE_PASSWORD'), 'utf8')
        const address = hosts.map((host) => `${host}:2113`).join()
        expect([name, EVENTSTORE_URL]).toEqual([
          name,
          `esdb://admin:${password}@${address}?tlsCAFile=/ca/ca.crt`,
        ])
        expect(volumeAt(service, '/ca')).toMatch(/:ro$/)
      }
      expect(envOf(profile)['COMPOSE_PROFILES']).toBe(`${profile},catcher`)
    },
  )

  test('runs the version of EventStoreDB that was tested', () => {
    const [, version] = /setEventStoreServerVersion\('([\d.]+)'\)/.exec(read('tests/support/esdb/node.ts'))!
    for (const name of ['eventstore', ...nodes])
      expect(compose.services[name]!.image).toBe(`eventstore/eventstore:${version}-bookworm-slim`)
  })
})
