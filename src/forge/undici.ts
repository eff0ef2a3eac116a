/** What is used of undici, by name: the build can give a lazily loaded package of the old kind no names. */
export { Agent } from 'undici';
