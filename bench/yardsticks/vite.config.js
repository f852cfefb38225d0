import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

/** Two pages that share nothing, built as their makers would. */
export default defineConfig({
  plugins: [vue()],
  build: {
    target: 'esnext',
    rollupOptions: { input: { floor: 'floor/index.html', incumbent: 'incumbent/index.html' } },
  },
})
