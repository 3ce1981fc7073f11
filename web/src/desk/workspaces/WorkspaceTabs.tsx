import { lazy, Suspense, type ComponentType } from 'react'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useSearchParams } from 'react-router-dom'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { Skeleton } from '#shared/reads/QueryStates.tsx'
import { useText } from '#shared/texts/common.ts'
import { ParticipantsTab } from './participants/ParticipantsTab.tsx'
import { useProgress } from './onboarding/use-progress.ts'
import { workspaceTexts } from './texts.ts'

type Props = { readonly workspace: Workspace }

const WorkspaceOnboarding = lazy(async () => ({
  default: (await import('./WorkspaceOnboarding.tsx')).WorkspaceOnboarding,
}))

const panels = {
  users: ParticipantsTab,
  invite: lazy(async () => ({ default: (await import('./invitations/InviteTab.tsx')).InviteTab })),
  audit: lazy(async () => ({ default: (await import('./history/AuditTab.tsx')).AuditTab })),
  changes: lazy(async () => ({ default: (await import('./changes/ChangesTab.tsx')).ChangesTab })),
  settings: lazy(async () => ({ default: (await import('./settings/SettingsTab.tsx')).SettingsTab })),
} satisfies Record<string, ComponentType<Props>>
type TabName = keyof typeof panels
const NAMES = Object.keys(panels) as TabName[]

/** The tab in the address. */
export const openTab = (params: URLSearchParams): TabName =>
  NAMES.find((name) => name === params.get('tab')) ?? 'users'

/** The five tabs of a workspace. The open one is in the address as `?tab=`. */
export const WorkspaceTabs = ({ workspace }: Props) => {
  const text = workspaceTexts.use()
  const common = useText()
  const [params, setParams] = useSearchParams()
  const open = openTab(params)
  const Panel = panels[open]
  const [progress, setProgress] = useProgress(workspace.id)
  const isNew = workspace.needsOnboarding && open === 'users'
  return (
    <>
      <div className="workspace-tabs">
        <div className="wrap">
          <Tabs
            value={open}
            onChange={(_, name: TabName) => setParams({ tab: name })}
            variant="scrollable"
            scrollButtons={false}
            aria-label={text.tabs.label}
          >
            {NAMES.map((name) => (
              <Tab
                key={name}
                value={name}
                label={<TabWords>{text.tabs[name]}</TabWords>}
                id={`tab-${name}`}
                aria-controls={name === open ? 'workspace-panel' : undefined}
              />
            ))}
          </Tabs>
        </div>
      </div>
      <div
        role="tabpanel"
        id="workspace-panel"
        aria-labelledby={`tab-${open}`}
        className="wrap workspace-panel"
      >
        {isNew && progress.isPostponed && (
          <Button onClick={() => setProgress({ ...progress, isPostponed: false })}>{text.goOn}</Button>
        )}
        {isNew && !progress.isPostponed && (
          <ErrorBoundary>
            <Suspense fallback={<div className="onboarding-placeholder card" />}>
              <WorkspaceOnboarding workspace={workspace} progress={progress} onProgress={setProgress} />
            </Suspense>
          </ErrorBoundary>
        )}
        <ErrorBoundary key={open}>
          <Suspense fallback={<Skeleton label={common.loading} />}>
            <Panel workspace={workspace} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </>
  )
}

/** As wide as in bold, so that the other tabs stay where they are. */
const TabWords = ({ children }: { readonly children: string }) => (
  <span className="tab-words" data-words={children}>
    {children}
  </span>
)
