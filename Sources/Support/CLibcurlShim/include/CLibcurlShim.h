#ifndef CLIBCURL_SHIM_H
#define CLIBCURL_SHIM_H

// libcurl's setters and getters take any argument after the option's name, which Swift cannot call.
// Here is one function for each type of argument. Nothing is checked: the option must be of the
// type that the function is named for.

#include <curl/curl.h>

typedef size_t (*curl_shim_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*curl_shim_prerequest_callback)(void *context, char *remote_address,
                                             char *local_address, int remote_port, int local_port);

CURLcode curl_shim_global_init(void);

CURLcode curl_shim_easy_set_long(CURL *handle, CURLoption option, long value);
CURLcode curl_shim_easy_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode curl_shim_easy_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode curl_shim_easy_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode curl_shim_easy_set_bytes(CURL *handle, CURLoption option, const void *value);
CURLcode curl_shim_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode curl_shim_easy_set_data_callback(CURL *handle, CURLoption option,
                                          curl_shim_data_callback value);
CURLcode curl_shim_easy_set_prerequest_callback(CURL *handle, curl_shim_prerequest_callback value);

// Limits the schemes that a handle will speak; the option has had two names.
CURLcode curl_shim_easy_allow_http_only(CURL *handle);

// Lets a handle be removed while a host name is still being looked up, without waiting for the
// look-up. Does nothing in a libcurl older than 7.87, where removing then waits.
CURLcode curl_shim_easy_leave_lookups_behind(CURL *handle);

CURLcode curl_shim_easy_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode curl_shim_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
CURLcode curl_shim_easy_get_string(CURL *handle, CURLINFO info, const char **value);

// The socket of a connection that was made with CURLOPT_CONNECT_ONLY.
CURLcode curl_shim_easy_get_socket(CURL *handle, curl_socket_t *value);

CURLMcode curl_shim_multi_set_long(CURLM *handle, CURLMoption option, long value);
CURLSHcode curl_shim_share_set_data(CURLSH *handle, curl_lock_data data);

// A finished transfer: its handle and its result; a null handle where there is none.
typedef struct {
  CURL *handle;
  CURLcode result;
} curl_shim_finished;

curl_shim_finished curl_shim_multi_next_finished(CURLM *handle);

#endif
