import { IDBFactory } from 'fake-indexeddb'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { noteServerTime } from '#shared/api/server-time.ts'
import { clearSession } from '#shared/session/session.ts'
import { hideToast } from '#shared/dialogs/toast.tsx'

// Generous, because a busy machine is slow. A missing element still fails.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and no media preferences.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
Element.prototype.scrollIntoView = () => {}
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

/** Setup of component tests: each test starts with empty storage, an empty page and no session. */
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  cleanup()
  hideToast()
  clearSession()
  // Resets the clock offset for the next test.
  noteServerTime(new Date().toISOString(), Date.now())
})
