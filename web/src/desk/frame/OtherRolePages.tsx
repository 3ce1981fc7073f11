import { lazy, Suspense } from 'react'
import { useMutation } from '@tanstack/react-query'
import { renewToken } from '#shared/api/api.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { phoneStart } from '#shared/paths.ts'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { appTexts } from './texts.ts'

const PairPhoneSection = lazy(async () => ({
  default: (await import('../accounts/pairing/PairPhoneSection.tsx')).PairPhoneSection,
}))

/** For regular users, whose page is the phone. The token may be older than the role, so a button checks again. */
export const RegularUserPage = () => {
  const { regular: text } = appTexts.use()
  const renewal = useMutation({ mutationFn: () => renewToken() })
  return (
    <div className="message-page">
      <PageTitle>{text.title}</PageTitle>
      <p>{text.text}</p>
      {renewal.isSuccess && (
        <Notice>
          <p>{text.stillRegular}</p>
        </Notice>
      )}
      {renewal.error && <ErrorNotice error={renewal.error} />}
      <div className="message-actions">
        <a className="button" href={phoneStart}>
          {text.toPhone}
        </a>
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={renewal.isPending}
          onClick={() => renewal.isPending || renewal.mutate()}
        >
          {text.check}
        </button>
      </div>
      <Suspense>
        <PairPhoneSection />
      </Suspense>
    </div>
  )
}
