import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { clearSession } from '../shared/session.ts'
import { hideToast } from '../shared/toast.tsx'

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {}

/** Before each file of component tests: every test leaves an empty page, with nobody signed in. */
afterEach(() => {
  cleanup()
  hideToast()
  clearSession()
})
