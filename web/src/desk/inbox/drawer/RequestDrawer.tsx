import { lazy, Suspense, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { requestDetails } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { GlassNotice } from '#shared/glass/GlassNotice.tsx'
import { FileList } from '#shared/files/FileList.tsx'
import { FilledFields } from '#shared/kinds/FilledFields.tsx'
import { filesBeside, type OfKind } from '#shared/kinds/filled-field.ts'
import { KindWords } from '#shared/kinds/KindWords.tsx'
import { RunFacts } from '#shared/payment-runs/RunFacts.tsx'
import { OtherRequests } from '#shared/replacing/OtherRequests.tsx'
import { RuleProgress } from '#shared/kinds/RuleProgress.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { endpointQuery } from '#shared/api/api.ts'
import { RequestTimeline } from '#shared/timeline/RequestTimeline.tsx'
import { timelineTexts } from '#shared/timeline/timeline-texts.ts'
import { formatMinute } from '#shared/texts/format-time.ts'
import { Deadline, ownZone, type Shown } from '../Deadline.tsx'
import { drawerTexts } from '../late-texts.ts'
import type { DrawerProps } from '../QueueTable.tsx'
import { requestOnPhone } from '../request-on-phone.ts'

const DownloadBeleg = lazy(async () => ({
  default: (await import('#shared/beleg/DownloadBeleg.tsx')).DownloadBeleg,
}))

type Props = DrawerProps & {
  readonly shown: Shown
  /** What the reader can do with it. */
  readonly children: ReactNode
}

const linkTo = (id: string, words: ReactNode) => <a href={requestOnPhone(id)}>{words}</a>

/** A request in full. */
export const RequestDrawer = ({ request, shown, children, ...drawer }: Props) => {
  const { text, language } = shown
  const own = drawerTexts.use()
  const { id, type, title, requester, approver, workspaceName, createdAt, remindedAt } = request
  const time = (iso: string): string => formatMinute(iso, language, ownZone())
  const isCheck = type === 'verification'
  const toAll = request.needs ? own.byRule : text.anybody
  return (
    <SideDrawer
      title={<UserText>{title ?? text.erasedText}</UserText>}
      meta={isCheck ? text.check : own.approval}
      {...drawer}
    >
      <ForColleague of={request.standsInFor} says="youDecide" />
      <GlassNotice glass={request.brokenGlass} timeOf={time} />
      <OtherRequests request={request} link={linkTo} />
      <Words request={request} text={text} timeOf={time} />
      <FileList files={filesBeside(request)} />
      <RunFacts files={request.files} timeOf={time} />
      <RuleProgress request={request} timeOf={time} />
      <dl className="fact-list numbers">
        <Fact name={text.columns.requester}>
          <PersonText of={requester} erased={text.erased} />
        </Fact>
        <Fact name={text.columns.createdAt}>{time(createdAt)}</Fact>
        {remindedAt !== undefined && <Fact name={own.remindedAt}>{time(remindedAt)}</Fact>}
        <Fact name={text.columns.expiresAt}>
          {time(request.expiresAt)} <Deadline {...shown} request={request} />
        </Fact>
        <End request={request} shown={shown} />
        <Fact name={own.to}>{approver ? <PersonText of={approver} erased={text.erased} /> : toAll}</Fact>
        <Fact name={text.columns.workspace}>
          <UserText>{workspaceName ?? text.nameless}</UserText>
        </Fact>
        <Fact name={own.shortId}>{shortId(id)}</Fact>
      </dl>
      {children}
      <Way id={id} shown={shown} />
      {request.status !== 'pending' && !request.drill && (
        <Suspense>
          <DownloadBeleg of="request" id={id} />
        </Suspense>
      )}
    </SideDrawer>
  )
}

type WordsProps = Pick<Props, 'request'> & {
  readonly text: Shown['text']
  readonly timeOf: (iso: string) => string
}

/** What it is about: the kind and its fields, and the details. */
const Words = ({ request, text, timeOf }: WordsProps) => {
  const own = drawerTexts.use()
  const { kind, fields = [] }: OfKind = request
  const { type, title, details } = request
  return (
    <>
      {kind && (
        <p className="kind-name">
          <KindWords request={{ kind }} />
        </p>
      )}
      <FilledFields request={request} timeOf={timeOf} />
      {((type === 'approval' && fields.length === 0) || details) && (
        <section className="stack">
          <h3>{own.details}</h3>
          <p className={details ? 'request-details' : 'muted'}>
            <bdi>{title === null ? text.erasedText : details || own.noDetails}</bdi>
          </p>
        </section>
      )}
    </>
  )
}

/** What happened to it. */
const Way = ({ id, shown: { language } }: Pick<Props, 'shown'> & { readonly id: string }) => {
  const text = timelineTexts.use()
  const { data } = useQuery(endpointQuery(requestDetails, { params: { id } }))
  if (data?.timeline === undefined) return null
  return (
    <section className="stack">
      <h3>{text.title}</h3>
      <RequestTimeline request={data} timeOf={(iso) => formatMinute(iso, language, ownZone())} />
    </section>
  )
}

/** How it ended. */
const End = ({ request, shown: { text, language } }: Pick<Props, 'request' | 'shown'>) => {
  const own = drawerTexts.use()
  const { decidedBy, decidedAt, declineReason } = request
  return (
    <>
      {decidedAt !== null && <Fact name={own.decidedAt}>{formatMinute(decidedAt, language, ownZone())}</Fact>}
      {decidedBy && (
        <Fact name={own.decidedBy}>
          <PersonText of={decidedBy} erased={text.erased} />{' '}
          <ForColleague of={request.decidedFor} says="decided" isInline />
        </Fact>
      )}
      {declineReason && (
        <Fact name={own.reason}>
          <bdi className="request-details">{declineReason}</bdi>
        </Fact>
      )}
    </>
  )
}
