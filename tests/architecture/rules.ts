import type { Import } from './source-graph.ts'

/**
 * Which file may import which. Paths from the root, packages as `npm:name`, what Node brings as `node:name`.
 * `$1` in a target stands for what `from` captured, so a new module or feature is guarded from its first file;
 * folders end in a slash, or `auth` could reach `auth-admin`.
 */
export type Rule = {
  readonly name: string
  readonly from: RegExp
  readonly mayNotReach: RegExp
  readonly except?: readonly string[]
  /** Types leave no trace at run time; some borders let them through. */
  readonly typesPass?: true
}

const PURE = '[^/]+[.](events|state|decider|mails)[.]ts$'
const FACTS = '[.](events|state)[.]ts$'
const LETTERS = '^services/modules/(mails/(letter|mail-kind)|pushes/push-kind)[.]ts$'

export const rules: readonly Rule[] = [
  {
    name: 'the contract is a leaf',
    from: /^services\/contract\//,
    mayNotReach: /./,
    except: ['^services/contract/', '^npm:(typebox|canonicalize)$'],
  },
  {
    name: 'pure files stay pure',
    from: /^services\/modules\/([^/]+)\/(?:[^/]+\/)?[^/]+[.](?:events|state|decider|mails)[.]ts$/,
    mayNotReach: /./,
    except: [
      `^services/modules/$1/(?:[^/]+/)?${PURE}`,
      '^services/platform/(facts/facts|commands/decider)[.]ts$',
      '^services/contract/',
      '^npm:(typebox|immutable)$',
      LETTERS,
    ],
  },
  {
    name: 'the catalogue lists facts',
    from: /^services\/modules\/all[.]events[.]ts$/,
    mayNotReach: /./,
    except: [
      '^services/modules/[^/]+/(?:[^/]+/)?[^/]+[.]events[.]ts$',
      '^services/platform/facts/facts[.]ts$',
    ],
  },
  {
    name: 'modules meet through their facts',
    from: /^services\/modules\/([^/]+)\//,
    mayNotReach: /^services\/modules\//,
    except: ['^services/modules/$1/', FACTS, LETTERS],
  },
  {
    name: 'modules know no process',
    from: /^services\/modules\//,
    mayNotReach: /^(services\/(api|worker|ops|local)|migrations)\//,
  },
  {
    name: 'the platform knows no module',
    from: /^services\/platform\//,
    mayNotReach: /^(services\/(modules|api|worker|ops|local)|projections|migrations|web)\//,
  },
  {
    name: 'projections see facts only',
    from: /^projections\//,
    mayNotReach: /^(services|migrations|web)\//,
    except: [`^services/modules/.*${FACTS}`, '^services/(platform|contract)/'],
  },
  {
    name: 'projections own their tables',
    from: /^projections\/(?!engine\/|operations\/)([^/]+)\//,
    mayNotReach: /^projections\/(?!engine\/)[^/]+\//,
    except: ['^projections/$1/'],
  },
  {
    name: 'the engine knows no read model',
    from: /^projections\/engine\//,
    mayNotReach: /^projections\/(?!engine\/)/,
  },
  {
    name: 'services read through queries',
    from: /^services\/(?:modules|api|worker)\/(?!main[.]ts$)/,
    mayNotReach: /^projections\//,
    except: [
      '^projections/[^/]+/(([a-z]+-)?queries|shapes)[.]ts$',
      '^projections/engine/(queries/(after-command|preview)|runner/dead-letters)[.]ts$',
      // Who may, says the next rule.
      '^projections/(index|engine/builds/(builds|steps)|operations/(operations|overview|retry))[.]ts$',
      '^projections/[^/]+/projection[.]ts$',
    ],
  },
  {
    name: 'builds are handled in one module',
    from: /^services\/(?:modules\/(?!operations\/)|api\/(?!main[.]ts$)|worker\/(?!main[.]ts$))/,
    mayNotReach: /^projections\/(index[.]ts$|engine\/builds\/|operations\/)/,
  },
  {
    name: 'replies preview their own noun',
    from: /^services\/(?:modules\/)?([^/]+)\//,
    mayNotReach: /^projections\/[^/]+\/projection[.]ts$/,
    except: ['^projections/$1/'],
  },
  {
    name: 'the web sees the contract only',
    from: /^web\//,
    mayNotReach: /^(services|projections|migrations|tests)\//,
    except: ['^services/contract/'],
  },
  {
    name: 'desk and phone know nothing of each other',
    from: /^web\/src\/(desk|phone)\//,
    mayNotReach: /^web\/src\/(desk|phone)\//,
    except: ['^web/src/$1/'],
  },
  {
    name: 'public pages stand alone',
    from: /^web\/src\/public\//,
    mayNotReach: /^web\/src\/(desk|phone)\//,
  },
  {
    name: 'shared points down',
    from: /^web\/src\/shared\//,
    mayNotReach: /^web\/src\/(?!shared\/)/,
  },
  {
    name: 'phone and public pages load no MUI',
    from: /^web\/src\/(phone|public)\//,
    mayNotReach: /^npm:(@mui|@emotion)\//,
  },
  {
    name: 'pages stay in the web',
    from: /^(services|projections|migrations)\//,
    mayNotReach: /^npm:(react.*|@mui\/.+|@emotion\/.+|@tanstack\/.+|@hookform\/.+|zod)$/,
  },
  {
    name: 'the web runs in browsers',
    from: /^web\/src\/(?!testing\/)/,
    mayNotReach:
      /^(node:|npm:(?!(react.*|@mui\/.+|@emotion\/.+|@tanstack\/.+|@hookform\/.+|@fontsource-variable\/inter|@simplewebauthn\/browser|papaparse|uqr|zod|typebox|openid-client)$))/,
  },
  {
    name: 'HTTP stays in the API',
    from: /^(?!services\/(api\/|platform\/http\/http[.]ts$)|tests\/)/,
    mayNotReach: /^npm:(fastify|@fastify\/.+|ajv|ajv-formats)$/,
  },
  {
    name: 'only types of HTTP in the platform',
    from: /^services\/platform\/http\/http[.]ts$/,
    mayNotReach: /^npm:/,
    typesPass: true,
  },
  {
    name: 'vendors stay in their adapters',
    from: /^(?!services\/platform\/|tests\/)/,
    mayNotReach:
      /^npm:(bullmq|ioredis|nodemailer|smtp-server|@node-rs\/argon2|@eventstore\/.+|@opentelemetry\/.+|jose|pino|prom-client|uuid)$/,
  },
  {
    name: 'OpenID stays in what is loaded at the click',
    from: /^(?!web\/src\/desk\/accounts\/providers\/provider-sign-in[.]ts$|tests\/)/,
    mayNotReach: /^npm:openid-client$/,
  },
  {
    name: 'SQL stays home',
    from: /^(?!services\/(platform|ops|local|worker)\/|services\/modules\/[^/]+\/(?:[^/]+\/)?[^/]+[.]store[.]ts$|projections\/|migrations\/|tests\/)/,
    mayNotReach: /^npm:(pg|knex)$/,
    typesPass: true,
  },
  {
    name: 'nobody imports a main',
    from: /./,
    mayNotReach: /(^|\/)main[.]tsx?$/,
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

/** `rule: file → import` for each import that a rule forbids. Tests beside the code may use what they test. */
export const violations = (imports: readonly Import[]): readonly string[] =>
  imports
    .filter(({ from }) => !isTest(from))
    .flatMap((edge) =>
      rules.filter((rule) => breaks(rule, edge)).map(({ name }) => `${name}: ${edge.from} → ${edge.to}`),
    )

type Floors = readonly (string | readonly string[])[]

/**
 * The rooms of a folder, from the top floor down: a room imports only rooms on lower floors. Rooms in one list share a
 * floor and do not import each other. Files that stand in the folder itself belong to all of its rooms.
 */
export const order: Readonly<Record<string, Floors>> = {
  'services/contract': [['workspaces', 'requests'], 'accounts'],
  'services/modules/accounts': [
    ['sign-up', 'login'],
    ['providers', 'devices', 'pairing'],
    'passwords',
    'deferred',
    'deletion',
    'sessions',
  ],
  'services/modules/workspaces': [['participants', 'subscription', 'history'], 'invitations'],
  'services/modules/requests': [['notices', 'proof', 'limits'], 'call-check'],
  'projections/engine': ['queries', 'runner', 'builds', 'definition'],
  'web/src': ['testing', ['desk', 'phone', 'public'], 'shared'],
  'web/src/desk': ['styleguide', 'frame', ['accounts', 'workspaces', 'super-admin', 'operations']],
  'web/src/desk/accounts': [
    ['account-page', 'joining'],
    ['sign-up', 'sessions', 'devices', 'deletion'],
    ['passwords', 'providers', 'pairing'],
    'mail-links',
  ],
  'web/src/desk/workspaces': [
    ['participants', 'settings', 'history', 'invitations', 'list'],
    ['onboarding', 'subscription'],
  ],
  'web/src/desk/workspaces/history': ['filters', 'texts'],
  'web/src/phone': [
    ['requests', 'install', 'pushes', 'worker'],
    'accounts',
    ['frame', 'background'],
    'reads',
  ],
  'web/src/phone/accounts': ['devices', 'sessions', 'pairing'],
  'web/src/phone/requests': [
    ['page', 'inbox', 'new-request'],
    'call-check',
    'decision',
    'proof',
    ['parts', 'reads'],
  ],
  'web/src/shared': [
    ['export', 'alerts', 'live', 'frame'],
    ['dialogs', 'forms', 'reads', 'commands', 'sign-in', 'filters'],
    ['native', 'lists'],
    'parts',
    'api',
    'texts',
    'session',
  ],
}

const ORDERED = /^(services\/(contract|modules\/[^/]+)|projections\/engine|web\/src)(\/|$)/

/** The folders that hold two rooms or more, with the names of these. */
const roomsOf = (paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const rooms = new Map<string, Set<string>>()
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1)
    for (let depth = 1; depth < folders.length; depth += 1) {
      const folder = folders.slice(0, depth).join('/')
      if (ORDERED.test(folder)) rooms.set(folder, (rooms.get(folder) ?? new Set()).add(folders[depth]!))
    }
  }
  return new Map([...rooms].filter(([, names]) => names.size > 1))
}

/** Each room that `order` does not name, and each name in it that is no room. */
export const unordered = (paths: Iterable<string>): readonly string[] => {
  const rooms = roomsOf(paths)
  const named = (folder: string) => new Set(order[folder]?.flat())
  return [...new Set([...rooms.keys(), ...Object.keys(order)])].flatMap((folder) => [
    ...[...(rooms.get(folder) ?? [])]
      .filter((room) => !named(folder).has(room))
      .map((room) => `${folder}/${room} has no floor in the order of tests/architecture/rules.ts`),
    ...[...named(folder)]
      .filter((room) => !rooms.get(folder)?.has(room))
      .map((room) => `${folder}/${room} is no room any more`),
  ])
}

/** `from → to` for each import that goes up, or across, from one room of a folder to another. */
export const climbing = (imports: readonly Import[]): readonly string[] =>
  imports
    .filter(({ from }) => !isTest(from))
    .flatMap(({ from, to }) =>
      Object.entries(order).flatMap(([folder, floors]) => {
        const roomIn = (path: string) => {
          const [room, ...file] = path.startsWith(`${folder}/`)
            ? path.slice(folder.length + 1).split('/')
            : []
          return file.length > 0 ? room : undefined
        }
        const [upper, lower] = [roomIn(from), roomIn(to)]
        if (!upper || !lower || upper === lower) return []
        const floorOf = (room: string) => floors.findIndex((floor) => [floor].flat().includes(room))
        return floorOf(upper) < floorOf(lower) ? [] : [`${from} → ${to}`]
      }),
    )
