import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, type Input } from './api.ts'

type Handlers<E extends Endpoint> = {
  readonly onSuccess?: (reply: Reply<E>, input: Input<E>) => unknown
  readonly onError?: (error: Error, input: Input<E>) => unknown
}

const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

/**
 * A command as a mutation. While its outcome is uncertain (no response, 5xx) the same input goes out again under
 * the same Idempotency-Key, so that pressing the button a second time has one effect.
 */
export const useCommand = <E extends Endpoint>(endpoint: E, handlers: Handlers<E> = {}) => {
  const open = useRef<{ text: string; key: string } | null>(null)
  return useMutation<Reply<E>, Error, Input<E>>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input)
      if (open.current?.text !== text) open.current = { text, key: crypto.randomUUID() }
      const send = call as (endpoint: Endpoint, input: object) => Promise<unknown>
      try {
        const reply = await send(endpoint, { ...input, idempotencyKey: open.current.key })
        open.current = null
        return reply as Reply<E>
      } catch (error) {
        if (!isUncertain(error)) open.current = null
        throw error
      }
    },
    ...handlers,
  })
}
