import { useEffect, useRef, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { pair, pairConfirm, pairRefuse, type Pairing } from '#contract/accounts/pairing.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { endpointKey } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { paths } from '#shared/paths.ts'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { QrCode } from '#shared/parts/QrCode.tsx'
import { followPairing } from './follow-pairing.ts'
import { pairTexts } from './pair-texts.ts'
import '#shared/parts/pairing.css'
import './pair-phone.css'

type Shown = Reply<typeof pair>
/** How the last pairing ended. */
type End = 'finished' | 'refused' | 'expired'

/** Shows a code that signs a phone in, and has the user confirm the phone. */
export const PairPhoneSection = () => {
  const text = pairTexts.use()
  const [shown, setShown] = useState<Shown | null>(null)
  const [end, setEnd] = useState<End | null>(null)
  const show = useCommand(pair, {
    onSuccess: (next) => {
      setEnd(null)
      setShown(next)
    },
  })
  const close = (how: End) => {
    setShown(null)
    setEnd(how)
  }
  return (
    <section className="card panel stack pair-phone">
      <h2>{text.title}</h2>
      {shown ? (
        <Showing key={shown.id} shown={shown} onEnd={close} />
      ) : (
        <>
          {end === null && <p>{text.text}</p>}
          {end === 'finished' && (
            <Notice>
              <p>{text.finished}</p>
            </Notice>
          )}
          {(end === 'refused' || end === 'expired') && (
            <p className="notice info" role="status">
              {text[end]}
            </p>
          )}
          {show.error && <ErrorNotice error={show.error} />}
          <div>
            <Button
              variant="outlined"
              aria-disabled={show.isPending}
              onClick={() => show.isPending || show.mutate({})}
            >
              {end === null ? text.start : text.another}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

type ShowingProps = { readonly shown: Shown; readonly onEnd: (how: End) => void }

/** Follows the phone from the code on. */
const Showing = ({ shown, onEnd }: ShowingProps) => {
  const text = pairTexts.use()
  const { pairing, error, again } = usePairing(shown.id, onEnd)
  const refuse = useCommand(pairRefuse, { onSuccess: () => onEnd('refused') })
  const isClaimed = pairing?.state === 'claimed'
  const No = (
    <Button
      variant="outlined"
      aria-disabled={refuse.isPending}
      onClick={() => refuse.isPending || refuse.mutate({ params: { id: shown.id } })}
    >
      {isClaimed ? text.no : text.cancel}
    </Button>
  )
  return (
    <>
      {error !== null && (
        <ErrorNotice error={error}>
          <Button onClick={again}>{text.again}</Button>
        </ErrorNotice>
      )}
      {refuse.error && <ErrorNotice error={refuse.error} />}
      {isClaimed ? (
        <Compare id={shown.id} pairing={pairing} no={No} />
      ) : pairing?.state === 'confirmed' ? (
        <p role="status">{text.waiting}</p>
      ) : (
        <Code shown={shown} cancel={No} />
      )}
    </>
  )
}

/** Follows the state of a pairing. After an error, `again` retries. */
const usePairing = (id: string, onEnd: (how: End) => void) => {
  const client = useQueryClient()
  const [pairing, setPairing] = useState<Pairing | null>(null)
  const [error, setError] = useState<unknown>(null)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    if (error !== null) return
    const stopping = new AbortController()
    const fail = (reason: unknown) => {
      if (stopping.signal.aborted) return
      if (isApiError(reason, 'pair.not-found')) ended.current('expired')
      else setError(reason)
    }
    const finish = () => {
      ended.current('finished')
      return client.refetchQueries({ queryKey: endpointKey(listSessions) })
    }
    followPairing(id, setPairing, stopping.signal).then(finish).catch(fail)
    return () => stopping.abort()
  }, [id, error, client])
  return { pairing, error, again: () => setError(null) }
}

type CodeProps = { readonly shown: Shown; readonly cancel: ReactNode }

const Code = ({ shown, cancel }: CodeProps) => {
  const text = pairTexts.use()
  const address = new URL(paths.phone, shown.url).href
  return (
    <div className="pair-phone-code">
      <QrCode text={shown.url} label={text.picture} />
      <div className="stack">
        <p>
          {text.scan} <strong>{address}</strong>
        </p>
        <p className="pair-code" aria-label={`${text.code}: ${shown.code.split('').join(' ')}`} role="img">
          {shown.code.slice(0, 4)} {shown.code.slice(4)}
        </p>
        <p className="meta">{text.goodFor}</p>
        <div>{cancel}</div>
      </div>
    </div>
  )
}

type CompareProps = { readonly id: string; readonly pairing: Pairing; readonly no: ReactNode }

const Compare = ({ id, pairing: { number, name }, no }: CompareProps) => {
  const text = pairTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const confirm = useCommand(pairConfirm)
  const digits = number ?? ''
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {text.compare}
      </h3>
      <p className="pair-number" role="img" aria-label={text.number(digits)}>
        {digits}
      </p>
      {name !== null && (
        <p className="meta">
          {text.device} <UserText>{name}</UserText>
        </p>
      )}
      <p>{text.careful}</p>
      {confirm.error && <ErrorNotice error={confirm.error} />}
      <div className="form-foot">
        {no}
        <Button
          variant="contained"
          aria-disabled={confirm.isPending}
          onClick={() => confirm.isPending || confirm.mutate({ params: { id } })}
        >
          {text.yes}
        </Button>
      </div>
    </div>
  )
}
