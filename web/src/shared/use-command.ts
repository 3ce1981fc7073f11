import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { call, type Input } from './api.ts'
import { createCommandKeys } from './command-keys.ts'

type Handlers<E extends Endpoint> = {
  readonly onSuccess?: (reply: Reply<E>, input: Input<E>) => unknown
  readonly onError?: (error: Error, input: Input<E>) => unknown
}

/**
 * A command as a mutation. While its outcome is in doubt (no response, 5xx) the same input goes out again under
 * the same Idempotency-Key, so that pressing the button a second time has one effect.
 */
export const useCommand = <E extends Endpoint>(endpoint: E, handlers: Handlers<E> = {}) => {
  const [keys] = useState(createCommandKeys)
  return useMutation<Reply<E>, Error, Input<E>>({
    mutationFn: async (input) => {
      const send = call as (endpoint: Endpoint, input: object) => Promise<unknown>
      try {
        const reply = await send(endpoint, { ...input, idempotencyKey: keys.keyFor(input) })
        keys.settle()
        return reply as Reply<E>
      } catch (error) {
        keys.settle(error)
        throw error
      }
    },
    ...handlers,
  })
}
