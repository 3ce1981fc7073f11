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

/** The audit log rests on every fact, and no command names it. */
const isChangedBy =
  ({ readModels }: Endpoint) =>
  ({ meta }: Query): boolean =>
    meta?.readModels?.some((name) => name === 'audit' || readModels.includes(name)) ?? false

/**
 * A mutation whose `steps` lead to the command `endpoint`. Once it is done, what the contract lets rest on it is read
 * again: at once what is shown, the rest when it is. After a refusal everything is, for the page knew too little.
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
    // After the handlers: what they show from the answer stays, and what they leave is not read again.
    onSettled: (_, error) => {
      if (!error) void client.invalidateQueries({ predicate: isChangedBy(endpoint) })
      else if (isRefusal(error)) void client.invalidateQueries()
    },
  })
}

/**
 * A command as a mutation. While its outcome is in doubt (no response, 5xx) the same input goes out again under
 * the same Idempotency-Key, so that pressing the button a second time has one effect.
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
