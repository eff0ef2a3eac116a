/** What is used of the mail server, by name: the build can give a lazily loaded package of the old kind no names. */
export { SMTPServer } from 'smtp-server';
