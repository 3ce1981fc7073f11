import { useState } from 'react'
import { Link } from '#shared/parts/Link.tsx'
import { useInstallPrompt } from '../../background/install-prompt.ts'
import { isPushOff } from '../../background/registered.ts'
import { isInstalledByHand } from '../../background/subscription.ts'
import { isSetUpHere, useOwnDevices } from '../keys/own-devices.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { atHandTexts } from './at-hand-texts.ts'

const keyOf = (userId: string): string => `vieraugen-at-hand ${userId}`

/** Offers once a device is set up here to install the app and to turn notifications on, until the user does it or declines for good. */
export const AtHand = () => {
  const text = atHandTexts.use()
  const userId = useUserId()
  const { devices } = useOwnDevices()
  const install = useInstallPrompt()
  const [isDeclined, setDeclined] = useState(() => localStorage.getItem(keyOf(userId)) !== null)
  const byHand = isInstalledByHand()
  // Safari has notifications only for an installed app.
  const offersPush = !byHand && isPushOff(userId)
  if (isDeclined || !devices || !isSetUpHere(devices) || !(install || byHand || offersPush)) return null
  const decline = () => {
    localStorage.setItem(keyOf(userId), 'declined')
    setDeclined(true)
  }
  return (
    <section className="card" aria-label={text.title}>
      <h2>{text.title}</h2>
      <p>{text.why}</p>
      {install && (
        <button type="button" className="button button-outlined" onClick={install}>
          {text.install}
        </button>
      )}
      {byHand && (
        <ol>
          <li>{text.stepShare}</li>
          <li>{text.stepAdd}</li>
        </ol>
      )}
      {offersPush && (
        <Link className="button button-outlined" to="/notifications">
          {text.turnOn}
        </Link>
      )}
      <button type="button" className="button button-text" onClick={decline}>
        {text.never}
      </button>
    </section>
  )
}
