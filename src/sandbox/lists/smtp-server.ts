/** Exports the used part of the package by name: the build cannot give names to a lazily loaded CommonJS package. */
export { SMTPServer } from 'smtp-server';
