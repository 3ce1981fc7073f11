import { IDBFactory } from 'fake-indexeddb'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { noteServerTime } from '#shared/api/server-time.ts'
import { clearSession } from '#shared/session/session.ts'
import { hideToast } from '#shared/dialogs/toast.tsx'

// A busy machine is slow, and what is never shown fails all the same.
configure({ asyncUtilTimeout: 10_000 })

// jsdom lays nothing out, and prefers nothing.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
Element.prototype.scrollIntoView = () => {}
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

/** Before each file of component tests: every test finds a browser that keeps nothing, and leaves an empty page, with nobody signed in. */
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  cleanup()
  hideToast()
  clearSession()
  // Of a clock that was wrong, the next page knows nothing.
  noteServerTime(new Date().toISOString(), Date.now())
})
