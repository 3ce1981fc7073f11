import type { ReactNode } from 'react'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import { AlertIcon, CheckIcon, ClockIcon, CopyIcon, CrossIcon, Mark, PlusIcon } from '#shared/parts/icons.tsx'
import { FilterChip } from '#shared/filters/FilterChip.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { Field, PasswordField } from '#shared/native/Field.tsx'
import { SearchField } from '#shared/lists/SearchField.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { setThemeMode } from '#shared/theme-mode.ts'
import { MuiLayout } from '../frame/MuiLayout.tsx'
import { StyleguideFloats } from './StyleguideFloats.tsx'
import { StyleguideList } from './StyleguideList.tsx'
import '../frame/layout.css'
import './styleguide.css'

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="card part">
    <h2>{title}</h2>
    {children}
  </section>
)

const ignore = (): void => {}

/** Every part in each of its states. Only in development. */
export const StyleguidePage = () => (
  <MuiLayout>
    <main id="content" tabIndex={-1} className="wrap styleguide">
      <header className="row">
        <Mark />
        <h1>Parts</h1>
        {(['light', 'dark', 'system'] as const).map((mode) => (
          <Button key={mode} variant="outlined" onClick={() => setThemeMode(mode)}>
            {mode}
          </Button>
        ))}
      </header>
      <div className="parts">
        <Part title="Button, on the desk">
          <div className="row">
            <Button variant="contained">
              <PlusIcon />
              Invite
            </Button>
            <Button variant="outlined">Cancel</Button>
            <Button>Later</Button>
            <Button variant="outlined" color="error">
              Leave
            </Button>
            <Button variant="contained" color="error">
              Leave Payments
            </Button>
            <Button variant="contained" aria-disabled>
              Save
            </Button>
          </div>
        </Part>
        <Part title="Button, on phone and public pages">
          <div className="row">
            {['', ' button-outlined', ' button-text', ' button-danger', ' button-danger-filled'].map(
              (kind) => (
                <button key={kind} type="button" className={`button${kind}`}>
                  Approve
                </button>
              ),
            )}
            <button type="button" className="button" aria-disabled>
              Approve
            </button>
            <button type="button" className="icon-button" aria-label="Copy">
              <CopyIcon />
            </button>
            <button type="button" className="button-link">
              Try again
            </button>
          </div>
        </Part>
        <Part title="Field, on the desk">
          <TextField label="Name" defaultValue="Einkauf Werk Süd" helperText="A hint below." />
          <TextField label="Name" defaultValue="E" error helperText="Must be 3 characters at least" />
          <TextField label="Time zone" select slotProps={{ select: { native: true } }}>
            <option>Europe/Berlin</option>
          </TextField>
          <SearchField label="Search by e-mail address" maxLength={9} value="" onValue={ignore} />
        </Part>
        <Part title="Field, on phone and public pages">
          <Field label="E-mail" defaultValue="anna.keller@muster-gmbh.de" hint="A hint below." />
          <Field label="E-mail" defaultValue="anna" error="Please enter a valid email address." />
          <Field label="Invited address" readOnly defaultValue="anna.keller@muster-gmbh.de" />
          <PasswordField label="Password" defaultValue="correct horse" />
        </Part>
        <Part title="Tag, initials, count">
          <div className="row">
            <Tag>inaktiv</Tag>
            <Tag tone="selected">test</Tag>
            <Tag tone="good" icon={<CheckIcon />}>
              premium
            </Tag>
            <Tag tone="warning" icon={<ClockIcon />}>
              expires today
            </Tag>
            <Tag tone="danger" icon={<CrossIcon />}>
              refused
            </Tag>
            <Tag tone="info">you</Tag>
            <span className="count">2</span>
          </div>
          <div className="row">
            {(['own', 'other', 'invited', 'off'] as const).map((kind) => (
              <Initials key={kind} email="anna.keller@muster-gmbh.de" kind={kind} />
            ))}
            <Initials email="anna.keller@muster-gmbh.de" size="s" />
            <Initials email="anna.keller@muster-gmbh.de" size="l" />
          </div>
        </Part>
        <Part title="Notice, skeleton">
          {['', ' success', ' warning', ' error'].map((kind) => (
            <p key={kind} className={`notice${kind}`}>
              The list follows by itself.
            </p>
          ))}
          <div className="skeleton skeleton-row" />
        </Part>
        <Part title="What floats">
          <StyleguideFloats />
        </Part>
        <Part title="Tabs">
          <Tabs value="audit" aria-label="Parts of a workspace">
            <Tab value="users" label="User administration" />
            <Tab value="audit" label="Audit log" />
            <Tab value="settings" label="Settings" />
          </Tabs>
        </Part>
        <Part title="Filter chips">
          <div className="row">
            <FilterChip name="Action" value="" onRemove={ignore}>
              {() => 'Anything that sets it'}
            </FilterChip>
            <FilterChip name="Actor" value="anna.keller@muster-gmbh.de" onRemove={ignore} />
            <SelectChip label="Subscription" value="trial" onChange={ignore}>
              <option value="trial">Trial</option>
            </SelectChip>
          </div>
        </Part>
        <Part title="Table">
          <StyleguideList />
        </Part>
        <Part title="Empty state">
          <div className="empty">
            <Mark />
            <h1>Create your first workspace!</h1>
            <p>A workspace is where your colleagues ask and decide.</p>
            <Button variant="contained">Create workspace</Button>
          </div>
        </Part>
        <Part title="Type">
          <h1>Heading 24/32</h1>
          <h2>Section 18/26</h2>
          <h3>Part 15/22</h3>
          <p>
            Prose and fields 16/24, with a <a href="#type">link</a>
          </p>
          <p className="meta numbers">Meta 13/18, 22 Nov 14:32:09</p>
          <p className="field-error">
            <AlertIcon />5 digits
          </p>
        </Part>
      </div>
    </main>
  </MuiLayout>
)
