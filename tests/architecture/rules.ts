import type { Import } from './source-graph.ts'

/**
 * Which file may import which: paths from the root, packages as `npm:name`, Node's modules as `node:name`. `$1` in `except`
 * stands for the capture of `from`, so a new module is guarded from its first file. Folders end in a slash, otherwise `auth`
 * could import `auth-admin`.
 */
export type Rule = {
  readonly name: string
  readonly from: RegExp
  readonly mayNotReach: RegExp
  readonly except?: readonly string[]
  /** Allows type-only imports, which do not exist at run time. */
  readonly typesPass?: true
}

const PURE = '[^/]+[.](events|state|decider|mails)[.]ts$'
const FACTS = '[.](events|state)[.]ts$'
const LETTERS = '^services/modules/(mails/(letter|mail-kind|people)|pushes/push-kind)[.]ts$'

export const rules: readonly Rule[] = [
  {
    name: 'the contract is a leaf',
    from: /^services\/contract\//,
    mayNotReach: /./,
    except: ['^services/contract/', '^npm:typebox$'],
  },
  {
    name: 'pure files import only pure files',
    from: /^services\/modules\/([^/]+)\/(?:[^/]+\/)?[^/]+[.](?:events|state|decider|mails)[.]ts$/,
    mayNotReach: /./,
    except: [
      `^services/modules/$1/(?:[^/]+/)?${PURE}`,
      '^services/platform/(facts/facts|commands/decider|limits/too-many)[.]ts$',
      '^services/contract/',
      '^npm:(typebox|immutable)$',
      LETTERS,
    ],
  },
  {
    name: 'the catalogue imports only facts',
    from: /^services\/modules\/all[.]events[.]ts$/,
    mayNotReach: /./,
    except: [
      '^services/modules/[^/]+/(?:[^/]+/)?[^/]+[.]events[.]ts$',
      '^services/platform/facts/facts[.]ts$',
    ],
  },
  {
    name: 'modules import only facts of each other',
    from: /^services\/modules\/([^/]+)\//,
    mayNotReach: /^services\/modules\//,
    except: ['^services/modules/$1/', FACTS, LETTERS],
  },
  {
    name: 'modules import no process',
    from: /^services\/modules\//,
    mayNotReach: /^(services\/(api|worker|ops|local)|migrations)\//,
  },
  {
    name: 'the platform imports no module',
    from: /^services\/platform\//,
    mayNotReach: /^(services\/(modules|api|worker|ops|local)|projections|migrations|web)\//,
  },
  {
    name: 'projections import only facts of modules',
    from: /^projections\//,
    mayNotReach: /^(services|migrations|web)\//,
    except: [`^services/modules/.*${FACTS}`, '^services/(platform|contract)/'],
  },
  {
    name: 'projections do not import each other',
    from: /^projections\/(?!engine\/|operations\/)([^/]+)\//,
    mayNotReach: /^projections\/(?!engine\/)[^/]+\//,
    except: ['^projections/$1/'],
  },
  {
    name: 'the engine imports no read model',
    from: /^projections\/engine\//,
    mayNotReach: /^projections\/(?!engine\/)/,
  },
  {
    name: 'services import only queries of read models',
    from: /^services\/(?:modules|api|worker)\/(?!main[.]ts$)/,
    mayNotReach: /^projections\//,
    except: [
      '^projections/[^/]+/(([a-z]+-)?queries|shapes)[.]ts$',
      '^projections/engine/(queries/(after-command|preview)|runner/dead-letters)[.]ts$',
      // The next rule says who may import these.
      '^projections/(index|engine/builds/(builds|steps)|operations/(operations|overview|retry))[.]ts$',
      '^projections/[^/]+/projection[.]ts$',
    ],
  },
  {
    name: 'only operations manages builds',
    from: /^services\/(?:modules\/(?!operations\/)|api\/(?!main[.]ts$)|worker\/(?!main[.]ts$))/,
    mayNotReach: /^projections\/(index[.]ts$|engine\/builds\/|operations\/)/,
  },
  {
    name: 'a module previews only its own projection',
    from: /^services\/(?:modules\/)?([^/]+)\//,
    mayNotReach: /^projections\/[^/]+\/projection[.]ts$/,
    except: ['^projections/$1/'],
  },
  {
    name: 'the web imports only the contract',
    from: /^web\//,
    mayNotReach: /^(services|projections|migrations|tests)\//,
    except: ['^services/contract/'],
  },
  {
    name: 'desk and phone do not import each other',
    from: /^web\/src\/(desk|phone)\//,
    mayNotReach: /^web\/src\/(desk|phone)\//,
    except: ['^web/src/$1/'],
  },
  {
    name: 'public pages import neither desk nor phone',
    from: /^web\/src\/public\//,
    mayNotReach: /^web\/src\/(desk|phone)\//,
  },
  {
    name: 'shared imports neither desk nor phone',
    from: /^web\/src\/shared\//,
    mayNotReach: /^web\/src\/(?!shared\/)/,
  },
  {
    name: 'phone and public pages load no MUI',
    from: /^web\/src\/(phone|public)\//,
    mayNotReach: /^npm:(@mui|@emotion)\//,
  },
  {
    name: 'only the web imports UI packages',
    from: /^(services|projections|migrations)\//,
    mayNotReach: /^npm:(react.*|@mui\/.+|@emotion\/.+|@tanstack\/.+|@hookform\/.+|zod)$/,
  },
  {
    name: 'the web imports only browser packages',
    from: /^web\/src\/(?!testing\/)/,
    mayNotReach:
      /^(node:|npm:(?!(react.*|@mui\/.+|@emotion\/.+|@tanstack\/.+|@hookform\/.+|@fontsource-variable\/inter|@simplewebauthn\/browser|ibantools|papaparse|read-excel-file|uqr|zod|typebox|openid-client)$))/,
  },
  {
    name: 'only the API imports HTTP packages',
    from: /^(?!services\/(api\/|platform\/http\/http[.]ts$)|tests\/)/,
    mayNotReach: /^npm:(fastify|@fastify\/.+|ajv|ajv-formats)$/,
  },
  {
    name: 'the platform imports only types of HTTP packages',
    from: /^services\/platform\/http\/http[.]ts$/,
    mayNotReach: /^npm:/,
    typesPass: true,
  },
  {
    name: 'only the platform imports vendor packages',
    from: /^(?!services\/platform\/|tests\/)/,
    mayNotReach:
      /^npm:(aws4fetch|bullmq|ioredis|nodemailer|smtp-server|unhomoglyph|@node-rs\/argon2|@eventstore\/.+|@opentelemetry\/.+|jose|pino|prom-client|uuid)$/,
  },
  {
    name: 'the OpenID client is loaded only on a click',
    from: /^(?!web\/src\/desk\/accounts\/providers\/provider-sign-in[.]ts$|tests\/)/,
    mayNotReach: /^npm:openid-client$/,
  },
  {
    name: 'only stores, projections and migrations import SQL packages',
    from: /^(?!services\/(platform|ops|local|worker)\/|services\/modules\/[^/]+\/(?:[^/]+\/)?[^/]+[.]store[.]ts$|projections\/|migrations\/|tests\/)/,
    mayNotReach: /^npm:(pg|knex)$/,
    typesPass: true,
  },
  {
    name: 'no file imports a main',
    from: /./,
    mayNotReach: /(^|\/)main[.]tsx?$/,
  },
  {
    name: 'read models load no passkey library',
    from: /^projections\//,
    mayNotReach: /^(npm:@simplewebauthn\/.+|services\/platform\/secrets\/(webauthn|thumbprints)[.]ts)$/,
  },
  {
    name: 'a bench waits without Vitest, which works only in a test',
    from: /^tests\/bench\//,
    mayNotReach: /^(npm:vitest|tests\/support\/eventually[.]ts)$/,
  },
  {
    name: 'production imports no tests',
    from: /^(services|projections|migrations|web)\/(?!src\/testing\/)/,
    mayNotReach: /^(tests|web\/src\/testing)\/|[.]test[.]tsx?$/,
  },
]

const fill = (pattern: string, captured: readonly (string | undefined)[]): RegExp =>
  new RegExp(pattern.replaceAll(/\$(\d)/g, (_, n: string) => RegExp.escape(captured[Number(n)] ?? '')))

const breaks = ({ from, mayNotReach, except, typesPass }: Rule, edge: Import): boolean => {
  const captured = from.exec(edge.from)
  if (!captured || !mayNotReach.test(edge.to) || (typesPass && edge.typeOnly)) return false
  return !(except ?? []).some((pattern) => fill(pattern, captured).test(edge.to))
}

const isTest = (path: string) => /[.]test[.]tsx?$/.test(path)

/** Returns `rule: file → import` for each forbidden import. Tests beside the code may import what they test. */
export const violations = (imports: readonly Import[]): readonly string[] =>
  imports
    .filter(({ from }) => !isTest(from))
    .flatMap((edge) =>
      rules.filter((rule) => breaks(rule, edge)).map(({ name }) => `${name}: ${edge.from} → ${edge.to}`),
    )

type Layers = readonly (string | readonly string[])[]

/**
 * The subfolders of a folder from top to bottom: each imports only those further down. Subfolders in one list do not import
 * each other. Files in the folder itself may be imported by all of its subfolders.
 */
export const order: Readonly<Record<string, Layers>> = {
  'services/contract': ['beleg', 'evidence', 'log-texts', 'workspaces', 'requests', 'accounts'],
  'services/contract/requests': [['rules', 'glass'], 'fields'],
  'services/contract/workspaces': [['approving', 'operator'], 'subscription'],
  'services/modules/accounts': [
    ['sign-up', 'login'],
    ['providers', 'devices', 'pairing'],
    'passwords',
    'deferred',
    'deletion',
    'sessions',
  ],
  'services/modules/workspaces': [
    ['changes', 'several', 'operator'],
    ['mutes', 'call-back'],
    ['participants', 'readiness', 'subscription', 'history'],
    'invitations',
    'protection',
    ['groups', 'absence', 'working-hours', 'kinds'],
  ],
  'services/modules/requests': [
    ['drills', 'digests', 'ruling', 'reminders', 'glass', 'parking'],
    ['payment-run', 'creating'],
    ['notices', 'proof', 'limits', 'files'],
    'call-check',
    ['pairs', 'kinds', 'replacing'],
    'deputies',
    'rules',
  ],
  'projections/engine': ['queries', 'runner', 'builds', 'definition'],
  'web/src': ['testing', ['desk', 'phone', 'public'], 'shared'],
  'web/src/desk': [
    'styleguide',
    'frame',
    ['accounts', 'inbox', 'search', 'workspaces', 'super-admin', 'operations'],
  ],
  'web/src/desk/accounts': [
    ['account-page', 'joining'],
    ['sign-up', 'sessions', 'devices', 'deletion'],
    ['passwords', 'providers', 'pairing'],
    'mail-links',
  ],
  'web/src/desk/super-admin': [
    ['several', 'details', 'charts'],
    ['export', 'periods', 'protection'],
  ],
  'web/src/desk/workspaces': [
    ['participants', 'settings', 'history', 'invitations', 'changes', 'list', 'overview'],
    ['onboarding', 'subscription', 'drills', 'readiness', 'kinds', 'groups', 'glass', 'working-hours'],
    'rule-trials',
    'rules',
  ],
  'web/src/desk/workspaces/history': [['views', 'witnesses'], 'filters', 'texts'],
  'web/src/desk/workspaces/participants': [['drawer', 'locked-pairs', 'several']],
  'web/src/phone': [
    ['requests', 'install', 'pushes', 'worker'],
    'changes',
    'accounts',
    ['frame', 'background'],
    'reads',
  ],
  'web/src/phone/accounts': [
    ['at-hand', 'call-back', 'absence'],
    'devices',
    'waiting',
    'signing',
    'keys',
    'sessions',
    'pairing',
  ],
  'web/src/phone/requests': [
    'several',
    ['page', 'inbox', 'new-request'],
    'asking',
    ['call-check', 'fields', 'glass'],
    'decision',
    'proof',
    ['parts', 'reads', 'finding', 'files', 'kinds', 'replacing'],
  ],
  'web/src/shared': [
    'absence',
    ['call-back', 'account', 'payment-runs', 'replacing', 'timeline'],
    ['beleg', 'export', 'alerts', 'live', 'frame', 'step-up', 'devices', 'changes', 'kinds'],
    ['dialogs', 'forms', 'reads', 'commands', 'sign-in', 'filters', 'charts', 'files'],
    ['native', 'lists'],
    ['deputies', 'glass'],
    'parts',
    'api',
    'texts',
    'session',
  ],
}

const ORDERED = /^(services\/(contract|modules\/[^/]+)|projections\/engine|web\/src)(\/|$)/

/** The folders with two or more subfolders, with their names. */
const subfoldersOf = (paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const subfolders = new Map<string, Set<string>>()
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1)
    for (let depth = 1; depth < folders.length; depth += 1) {
      const folder = folders.slice(0, depth).join('/')
      if (ORDERED.test(folder))
        subfolders.set(folder, (subfolders.get(folder) ?? new Set()).add(folders[depth]!))
    }
  }
  return new Map([...subfolders].filter(([, names]) => names.size > 1))
}

/** Describes each subfolder that `order` lacks, and each name in it that does not exist. */
export const unordered = (paths: Iterable<string>): readonly string[] => {
  const subfolders = subfoldersOf(paths)
  const named = (folder: string) => new Set(order[folder]?.flat())
  return [...new Set([...subfolders.keys(), ...Object.keys(order)])].flatMap((folder) => [
    ...[...(subfolders.get(folder) ?? [])]
      .filter((name) => !named(folder).has(name))
      .map(
        (name) =>
          `${folder}/${name} is missing in \`order\` of tests/architecture/rules.ts: add it above the folders that it imports`,
      ),
    ...[...named(folder)]
      .filter((name) => !subfolders.get(folder)?.has(name))
      .map((name) => `${folder}/${name} does not exist any more: remove it from \`order\``),
  ])
}

/** Returns `from → to` for each import that goes up or across between subfolders. */
export const climbing = (imports: readonly Import[]): readonly string[] =>
  imports
    .filter(({ from }) => !isTest(from))
    .flatMap(({ from, to }) =>
      Object.entries(order).flatMap(([folder, layers]) => {
        const subfolderIn = (path: string) => {
          const [name, ...file] = path.startsWith(`${folder}/`)
            ? path.slice(folder.length + 1).split('/')
            : []
          return file.length > 0 ? name : undefined
        }
        const [upper, lower] = [subfolderIn(from), subfolderIn(to)]
        if (!upper || !lower || upper === lower) return []
        const layerOf = (name: string) => layers.findIndex((layer) => [layer].flat().includes(name))
        return layerOf(upper) < layerOf(lower) ? [] : [`${from} → ${to}`]
      }),
    )
