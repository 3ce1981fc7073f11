import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

const contract = join(import.meta.dirname, '../../services/contract')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'path' in value

/** Every endpoint object that the contract exports. */
export const contractEndpoints = async (): Promise<readonly Endpoint[]> => {
  const files = readdirSync(contract).filter((file) => /^[a-z-]+[.]ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(join(contract, file)) as Promise<object>))
  return modules.flatMap((exported) => Object.values(exported).filter(isEndpoint))
}

/** The endpoint's address with these parameters filled in. */
export const addressOf = ({ path }: Endpoint, params: unknown, query: unknown): string => {
  const names = { ...(params as Record<string, string> | undefined) }
  const asked = new URLSearchParams({ ...(query as Record<string, string> | undefined) }).toString()
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '') + (asked && `?${asked}`)
}

type Documentation = { readonly paths: Record<string, Record<string, { readonly operationId: string }>> }

/** The operations that are registered, by their ids; taken from what `/openapi.json` says. */
export const registeredOperations = async (app: FastifyInstance): Promise<readonly string[]> => {
  const { paths } = (await app.inject('/openapi.json')).json<Documentation>()
  return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
}
