/** Exports what the project uses of undici by name, because the build cannot give a lazily loaded CommonJS package named exports. */
export { Agent } from 'undici';
