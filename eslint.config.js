import astro from 'eslint-plugin-astro'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Files import only from their own and later layers. */
const layers = [['src/pages', 'src/layouts'], ['src/islands'], ['src/stores'], ['src/lib']]

const againstTheDirection = layers.slice(1).flatMap((layer, index) =>
  layer.map((target) => ({
    target: `./${target}`,
    from: layers
      .slice(0, index + 1)
      .flat()
      .map((folder) => `./${folder}`),
    // Both islands and pages import the SVG files of `src/drawings`.
    except: ['./drawings'],
    message: 'Imports point one way: pages → islands → stores → lib.',
  })),
)

const behindTheProduct = {
  target: ['./src', './server'],
  from: ['./sandbox', './test', './e2e', './tools'],
  message: 'Nothing of the product may know the sandbox, the tests or the tools.',
}

const behindTheSandbox = [
  {
    target: ['./sandbox', './test'],
    from: ['./e2e', './tools'],
    message: 'A tool may use the sandbox; nothing of the sandbox may know a tool.',
  },
  {
    target: './tools',
    from: './e2e',
    message: 'Browser tests may use a tool; no tool may know them.',
  },
]

export default defineConfig(
  { ignores: ['dist', '.astro', '.sandbox', '.real', 'test-results'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A noun or statement must replace ambiguous identifiers such as `told`.
      'id-denylist': [
        'error',
        'made',
        'told',
        'given',
        'said',
        'known',
        'asked',
        'of',
        'lacks',
        'kept',
      ],
    },
  },
  ...astro.configs.recommended,
  {
    files: ['src/islands/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    // The project does not use the React Compiler.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: ['**/*.{ts,tsx,astro}'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [...againstTheDirection, behindTheProduct, ...behindTheSandbox],
        },
      ],
      'no-console': 'error',
      'no-duplicate-imports': 'error',
    },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { zones: [...againstTheDirection, ...behindTheSandbox] },
      ],
    },
  },
  {
    files: ['tools/**', 'server/main.ts', 'e2e/**', '*.config.ts'],
    rules: { 'no-console': 'off' },
  },
)
