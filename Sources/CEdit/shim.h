#ifndef GHOSTNOTE_CEDIT_H
#define GHOSTNOTE_CEDIT_H
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

/* el_set, el_get and history are variadic in C, which Swift does not import. */

typedef char *(*ghostnote_prompt)(EditLine *);
typedef int (*ghostnote_reader)(EditLine *, wchar_t *);
typedef unsigned char (*ghostnote_function)(EditLine *, int);

/* The stream that libedit writes to, on standard output; NULL if it cannot be opened. It is not `stdout`: `exit` flushes
   that, and would wait for a thread that a held terminal (Ctrl-S) keeps in it. */
static inline FILE *ghostnote_new_output(void) {
  int file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  FILE *output = file < 0 ? NULL : fdopen(file, "w");
  if (file >= 0 && !output) close(file);
  return output;
}
/* Forgets what was not written, which the process would flush too; from any thread. */
static inline void ghostnote_forget_output(FILE *output) {
  __fpurge(output);
}
/* The standard streams are variables that Swift takes for shared state. */
static inline EditLine *ghostnote_edit_new(FILE *output) {
  return el_init("ghostnote", stdin, output, stderr);
}
static inline int ghostnote_set_prompt(EditLine *editor, ghostnote_prompt prompt) {
  return el_set(editor, EL_PROMPT, prompt);
}
static inline int ghostnote_set_reader(EditLine *editor, ghostnote_reader reader) {
  return el_set(editor, EL_GETCFN, reader);
}
static inline int ghostnote_set_client(EditLine *editor, void *client) {
  return el_set(editor, EL_CLIENTDATA, client);
}
static inline void *ghostnote_client(EditLine *editor) {
  void *client = NULL;
  el_get(editor, EL_CLIENTDATA, &client);
  return client;
}
static inline int ghostnote_use_emacs_keys(EditLine *editor) {
  return el_set(editor, EL_EDITOR, "emacs");
}
static inline int ghostnote_ignore_signals(EditLine *editor) {
  return el_set(editor, EL_SIGNAL, 0);
}
/* Ctrl-C is a character while a line is edited, and comes in its turn. */
static inline int ghostnote_take_interrupt_key(EditLine *editor) {
  return el_set(editor, EL_SETTY, "-d", "-intr", NULL);
}
static inline int ghostnote_add_function(
    EditLine *editor, const char *name, const char *help, ghostnote_function function) {
  return el_set(editor, EL_ADDFN, name, help, function);
}
static inline int ghostnote_bind(EditLine *editor, const char *key, const char *name) {
  return el_set(editor, EL_BIND, key, name, NULL);
}
static inline int ghostnote_prepare_terminal(EditLine *editor, int is_raw) {
  return el_set(editor, EL_PREP_TERM, is_raw);
}
static inline int ghostnote_refresh(EditLine *editor) {
  return el_set(editor, EL_REFRESH);
}
static inline int ghostnote_set_history(EditLine *editor, History *lines) {
  return el_set(editor, EL_HIST, history, lines);
}
static inline int ghostnote_history_size(History *lines, int size) {
  HistEvent event;
  return history(lines, &event, H_SETSIZE, size);
}
static inline int ghostnote_history_unique(History *lines) {
  HistEvent event;
  return history(lines, &event, H_SETUNIQUE, 1);
}
static inline int ghostnote_history_enter(History *lines, const char *line) {
  HistEvent event;
  return history(lines, &event, H_ENTER, line);
}
#endif
