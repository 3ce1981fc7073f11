// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { inBackground } from './in-background.ts'

test('what cannot be loaded offline is loaded once the phone is online, and nothing fails meanwhile', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'))
  const loaded = inBackground(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  // Still offline: another network came and went.
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  load.mockResolvedValue('module')
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(3)
  })
  expect(await loaded).toBe('module')
})
