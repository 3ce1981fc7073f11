import { useState } from 'react'
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { isRefusal } from '../api-error.ts'
import { call, type Input } from '../api/api.ts'
import { createCommandKeys } from './command-keys.ts'

type Handlers<T, I> = {
  readonly onSuccess?: (reply: T, input: I) => unknown
  readonly onError?: (error: Error, input: I) => unknown
  readonly gcTime?: number
}

/** The audit log depends on every event, but no command names it. */
const isChangedBy =
  ({ readModels }: Endpoint) =>
  ({ meta }: Query): boolean =>
    meta?.readModels?.some((name) => name === 'audit' || readModels.includes(name)) ?? false

/**
 * A mutation whose `steps` end in the command `endpoint`. Afterwards it reads the affected read models again: visible
 * reads at once, others when they become visible. After a refusal it reads everything, because the page was outdated.
 */
export const useCommandSteps = <T, I = void>(
  endpoint: Endpoint,
  steps: (input: I) => Promise<T>,
  handlers: Handlers<T, I> = {},
) => {
  const client = useQueryClient()
  return useMutation<T, Error, I>({
    mutationFn: steps,
    ...handlers,
    // After the handlers, so that their data stays and a page that they leave is not read again.
    onSettled: (_, error) => {
      if (!error) void client.invalidateQueries({ predicate: isChangedBy(endpoint) })
      else if (isRefusal(error)) void client.invalidateQueries()
    },
  })
}

/**
 * A command as a mutation. While its outcome is unknown (no response, 5xx), the same input is sent again with the
 * same Idempotency-Key, so that a second press has no second effect.
 */
export const useCommand = <E extends Endpoint>(endpoint: E, handlers: Handlers<Reply<E>, Input<E>> = {}) => {
  const [keys] = useState(createCommandKeys)
  const steps = async (input: Input<E>): Promise<Reply<E>> => {
    const send = call as (endpoint: Endpoint, input: object) => Promise<unknown>
    try {
      const reply = await send(endpoint, { ...input, idempotencyKey: keys.keyFor(input) })
      keys.settle()
      return reply as Reply<E>
    } catch (error) {
      keys.settle(error)
      throw error
    }
  }
  return useCommandSteps(endpoint, steps, handlers)
}
