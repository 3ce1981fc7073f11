import { faultsOfProxies } from './trusted-proxies.ts'
import { faultsOfWitnesses } from './witness-settings.ts'

/** Lists in a text, which a schema does not describe. */
export const faultsOfList: Readonly<Record<string, (value: string) => readonly string[]>> = {
  TRUST_PROXY: faultsOfProxies,
  WITNESSES: faultsOfWitnesses,
}
